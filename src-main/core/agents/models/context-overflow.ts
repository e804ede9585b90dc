/**
 * How servers say that a request has more tokens than the model takes. Each line names whose words they
 * are; several gateways repeat those of the server behind them.
 */
const TOO_LONG: readonly RegExp[] = [
  // OpenAI, vLLM, SGLang, DeepSeek, OpenRouter, Groq, Cerebras, LiteLLM
  /context_length_exceeded|context.?(?:length|window).?exceeded|maximum context length/i,
  /reduce the length of the (?:messages|prompt|input)|tokens must be reduced/i,
  // Anthropic, LM Studio, Fireworks, MiniMax, llama-cpp-python, Ollama
  /prompt is too long|prompt too long|exceeds? (?:the )?context (?:limit|window|length|size)/i,
  /context window exceeds|exceeds (?:this|the) model.{0,40}context|context length of only/i,
  /(?:greater|longer|larger) than the (?:model's )?(?:context|maximum (?:model|context)) length/i,
  /reached context length|context the overflows/i,
  // llama.cpp, old and new
  /available context size|exceed_context_size|context size (?:has been )?exceeded/i,
  // Gemini
  /input token count.{0,40}exceeds/i,
  // xAI, Copilot
  /maximum prompt length|prompt token count.{0,40}exceeds|max_prompt_tokens_exceeded/i,
  // Qwen
  /range of input length should be/i,
  // GLM
  /prompt exceeds max length|input exceeds? (?:the )?max(?:imum)? length|超长/i,
  // Kimi
  /exceeded model token limit|exceeds? (?:the )?model's? (?:max(?:imum)? )?token limit/i,
  // Bedrock, Cohere
  /input is too long|input (?:text|prompt|length) is too long|total number of tokens.{0,40}cannot exceed/i,
  // Together, text-generation-inference
  /`inputs`.{0,40}must (?:have less|be <=)|must have less than \d+ tokens/i,
  // vLLM: nothing is left for an answer
  /max_tokens must be at least 1, got -/i,
  // Mistral
  /too large for model with/i,
  // Limits per minute that one request alone exceeds
  /request too large for model/i,
  // Anthropic, gateways: more bytes than they take
  /request_too_large|request entity too large|payload too large/i,
]

/** Bedrock and Gemini say so of too many requests. */
const TOO_MANY = /too many tokens/i

/** Whether a server's words say that the request is longer than the model's context. */
export function saysTooLong(detail: string, status: number | undefined): boolean {
  if (status !== 429 && TOO_MANY.test(detail)) return true
  return TOO_LONG.some((words) => words.test(detail))
}
