"""trustcall: `create_extractor(llm, tools=[…], tool_choice=…)`.

A failed validation goes back with the whole conversation, the errors, the schema once more, and tools that patch the
call; the answer is a JSON Patch.
"""

import json

from langchain_openai import ChatOpenAI
from trustcall import create_extractor

from answer_model import answer_model
from wire import Model, fault_of, httpx, run


def patch(fixture):
    """Return the arguments of the call that makes the response right, by one patch of the innermost container there."""
    there, right, path = json.loads(fixture["response"]), json.loads(fixture["result"]), ""
    for token in fixture["path"].split("/")[1:]:
        key = int(token) if isinstance(there, list) else token.replace("~1", "/").replace("~0", "~")
        there, right, path = there[key], right[key], f"{path}/{token}"
        if not isinstance(there, (dict, list)):
            break
    change = {"op": "replace", "path": path, "value": right}
    return json.dumps({"json_doc_id": "call_1", "planned_edits": "", "patches": [change]}, ensure_ascii=False)


def ask(fixture):
    try:
        answer = patch(fixture)
    except ValueError:  # The response is no JSON, and trustcall asks for no patch of it.
        answer = fixture["result"]
    model = Model(fixture["response"], answer)
    http = httpx.Client(transport=httpx.MockTransport(model.handler))
    chat = ChatOpenAI(model="gpt-4o", api_key="none", base_url="http://model.invalid", http_client=http)
    extractor = create_extractor(chat, tools=[answer_model(fixture["schema"])], tool_choice="Answer")
    fault = fault_of(lambda: extractor.invoke(fixture["task"])["responses"][0])
    return {"trustcall": model.way(fault)}


run(["trustcall", "langchain-openai"], ask)
