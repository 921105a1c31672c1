"""pydantic-ai: `Agent(model, output_type=…)` with one retry, in its default mode, an output tool.

A failed validation goes back with the whole conversation, the call that failed, and the errors as the call's result.
"""

from openai import AsyncOpenAI
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from answer_model import answer_model
from wire import Model, fault_of, httpx, run


def ask(fixture):
    model = Model(fixture["response"], fixture["result"])
    http = httpx.AsyncClient(transport=httpx.MockTransport(model.handler))
    client = AsyncOpenAI(api_key="none", base_url="http://model.invalid", http_client=http)
    chat = OpenAIChatModel("gpt-4o", provider=OpenAIProvider(openai_client=client))
    agent = Agent(chat, output_type=answer_model(fixture["schema"]), retries=1)
    fault = fault_of(lambda: agent.run_sync(fixture["task"]))
    return {"pydantic-ai": model.way(fault)}


run(["pydantic-ai-slim"], ask)
