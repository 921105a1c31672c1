"""instructor: `create(response_model=…, max_retries=…)` in its default mode, tools.

A failed validation goes back with the whole conversation, the call that failed, and the errors as the call's result.
"""

import instructor
from openai import OpenAI

from answer_model import answer_model
from wire import Model, fault_of, httpx, run


def ask(fixture):
    model = Model(fixture["response"], fixture["result"])
    http = httpx.Client(transport=httpx.MockTransport(model.handler))
    client = instructor.from_openai(OpenAI(api_key="none", base_url="http://model.invalid", http_client=http))
    messages = [{"role": "user", "content": fixture["task"]}]
    answer = answer_model(fixture["schema"])
    fault = fault_of(
        lambda: client.chat.completions.create(model="gpt-4o", response_model=answer, messages=messages, max_retries=1)
    )
    return {"instructor": model.way(fault)}


run(["instructor"], ask)
