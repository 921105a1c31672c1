"""The schema of a contract as the pydantic model that its user would have written.

The libraries take a class, not a schema; their schemas and errors are made from it. What pydantic cannot say in a type
(`if`, `allOf`, `not`) is left out, which can make a request shorter, never longer.
"""

from typing import Annotated, Any, ForwardRef, Literal, Union

from pydantic import BaseModel, ConfigDict, Field, create_model

SCALARS = {"string": str, "integer": int, "number": float, "boolean": bool, "null": None}

# What narrows or explains a type, as JSON Schema and as pydantic name it.
CONSTRAINTS = {
    "minLength": "min_length",
    "maxLength": "max_length",
    "minItems": "min_length",
    "maxItems": "max_length",
    "pattern": "pattern",
    "minimum": "ge",
    "maximum": "le",
    "exclusiveMinimum": "gt",
    "exclusiveMaximum": "lt",
    "description": "description",
}


def answer_model(schema):
    """Return the model `Answer` for `schema`, the schema of an object whose `$ref`s lead into its own `$defs`."""
    return _Models(schema.get("$defs", {})).answer(schema)


class _Models:
    """The models of one schema, one for each object in it."""

    def __init__(self, definitions):
        self._definitions = definitions
        self._defined = {}  # By the name of the definition; a forward reference while it is under way.
        self._models = {}  # By the name of the class; None while it is under way.

    def answer(self, schema):
        answer = self._model("answer", schema)
        for model in self._models.values():
            model.model_rebuild(_types_namespace=self._models)
        return answer

    def _model(self, name, schema):
        name = self._free(name)
        self._models[name] = None
        extra = "forbid" if schema.get("additionalProperties") is False else "allow"
        required = schema.get("required", [])
        fields = {}
        for place, (key, member) in enumerate(schema.get("properties", {}).items()):
            default = ... if key in required else None
            # A key need not be a Python name, so a field is known to the outside by its alias alone.
            fields[f"field_{place}"] = (self._annotation(key, member), Field(default, alias=key))
        self._models[name] = create_model(name, __base__=_BASES[extra], **fields)
        return self._models[name]

    def _free(self, name):
        """Return a class name, made from `name`, that no other model has."""
        name = "".join(word.capitalize() for word in name.replace("-", "_").split("_"))
        while name in self._models:
            name += "Item"
        return name

    def _annotation(self, name, schema):
        if schema is True:
            return Any
        constraints = {ours: schema[theirs] for theirs, ours in CONSTRAINTS.items() if theirs in schema}
        bare = self._bare(name, schema)
        return Annotated[bare, Field(**constraints)] if constraints else bare

    def _bare(self, name, schema):
        if "$ref" in schema:
            return self._definition(schema["$ref"].removeprefix("#/$defs/"))
        if "const" in schema:
            return Literal[schema["const"]]
        if "enum" in schema:
            return Literal[tuple(schema["enum"])]
        for choice in ("anyOf", "oneOf"):
            if choice in schema:
                return Union[tuple(self._annotation(name, each) for each in schema[choice])]
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        return Union[tuple(self._kind(name, kind, schema) for kind in kinds)] if kinds else Any

    def _kind(self, name, kind, schema):
        if kind in SCALARS:
            return SCALARS[kind]
        if kind == "array":
            return list[self._annotation(name, schema.get("items", True))]
        if "properties" in schema:
            return self._model(name, schema)
        return dict[str, self._annotation(name, schema.get("additionalProperties") or True)]

    def _definition(self, name):
        if name not in self._defined:
            self._defined[name] = ForwardRef(self._free(name))
            self._defined[name] = self._annotation(name, self._definitions[name])
        return self._defined[name]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Open(BaseModel):
    model_config = ConfigDict(extra="allow")


_BASES = {"forbid": _Closed, "allow": _Open}
