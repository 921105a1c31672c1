"""guardrails: `Guard.for_pydantic(…)` with one re-ask, around a function of one's own in the place of a model.

The schema stands in the prompt by `${gr.complete_json_suffix_v3}`. What breaks the schema goes back as the answer, the
error, the schema and an example that guardrails makes up; the prompt of the user does not.
"""

import os
import random
import resource

# Nothing here asks the network, and nothing is told to it.
os.environ |= {"LITELLM_LOCAL_MODEL_COST_MAP": "true", "OTEL_SDK_DISABLED": "true"}

from faker import Faker
from guardrails import Guard

from answer_model import answer_model
from wire import Model, fault_of, run


def ask(fixture):
    # The example of a re-ask is drawn by chance.
    random.seed(0)
    Faker.seed(0)
    model = Model(fixture["response"], fixture["result"])

    def complete(*, messages, **_options):
        return model.answer({"messages": messages})

    answer = answer_model(fixture["schema"])
    prompt = "${task}\n\n${gr.complete_json_suffix_v3}"
    messages = [{"role": "user", "content": prompt}]

    def validate():
        guard = Guard.for_pydantic(answer)
        outcome = guard(complete, messages=messages, prompt_params={"task": fixture["task"]}, num_reasks=1)
        if not outcome.validation_passed:
            raise ValueError("the guard did not pass")

    return {"guardrails": model.way(fault_of(validate))}


# A model that holds itself is followed without end, until there is no memory left on the machine.
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
run(["guardrails-ai"], ask)
