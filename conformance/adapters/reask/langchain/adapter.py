"""LangChain: `OutputFixingParser` and `RetryWithErrorOutputParser` around a `PydanticOutputParser`.

The first request is the prompt of the user with the parser's format instructions below it. The first parser asks again
with the instructions, the answer and the error; the second with the whole first prompt in the place of the instructions.
"""

from langchain_classic.output_parsers import OutputFixingParser, RetryWithErrorOutputParser
from langchain_core.output_parsers import PydanticOutputParser
from langchain_core.prompts import PromptTemplate
from langchain_openai import ChatOpenAI

from answer_model import answer_model
from wire import Model, fault_of, httpx, run

PROMPT = PromptTemplate.from_template("{task}\n{format_instructions}\n")


def ask(fixture):
    parser = PydanticOutputParser(pydantic_object=answer_model(fixture["schema"]))
    prompt = PROMPT.invoke({"task": fixture["task"], "format_instructions": parser.get_format_instructions()})

    def fix(chat, completion):
        OutputFixingParser.from_llm(parser=parser, llm=chat).parse(completion)

    def retry(chat, completion):
        RetryWithErrorOutputParser.from_llm(parser=parser, llm=chat).parse_with_prompt(completion, prompt)

    ways = {}
    for name, parse in (("OutputFixingParser", fix), ("RetryWithErrorOutputParser", retry)):
        model = Model(fixture["response"], fixture["result"])
        http = httpx.Client(transport=httpx.MockTransport(model.handler))
        chat = ChatOpenAI(model="gpt-4o", api_key="none", base_url="http://model.invalid", http_client=http)
        completion = chat.invoke(prompt).content
        ways[f"LangChain {name}"] = model.way(fault_of(lambda: parse(chat, completion)))
    return ways


run(["langchain-classic", "langchain-core", "langchain-openai"], ask)
