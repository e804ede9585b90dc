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
  /max_tokens must be at least 1, got -|context length is only/i,
  // TensorRT-LLM, text-generation-inference: nothing is left for an answer
  /\+ ?`?max_(?:new_)?tokens/i,
  // OpenAI: one message is too long
  /messages\[\d+\]\.content.{0,40}too long/i,
  // Snowflake, Volcengine, llama.cpp, Bedrock
  /max tokens of \d+ exceeded|exceed max message tokens|input is too large to process/i,
  /malformed input request: expected maxLength/i,
  // Mistral
  /too large for model with/i,
  // Limits per minute that one request alone exceeds
  /request too large for model/i,
  // Anthropic, gateways: more bytes than they take
  /request_too_large|request entity too large|payload too large/i,
]

/** Words for what is sent to a model. */
const REQUEST =
  /\b(?:prompts?|inputs?|messages|conversation|context|n ctx|history|sequence length|requests?|requested|tokens|token limit)\b|输入|上下文|tokens/i
/** Words for being too long, or for a limit. */
const EXCESS =
  /\bexceed|\btoo (?:long|large|many|big)\b|\b(?:longer|greater|larger|more|bigger) than\b|\bsupports? (?:at most|only|up to)\b|\bat most\b|\bmaximum number of\b|\b(?:does not|doesn['’]t) fit\b|\bfull\b|\bshorten\b|超|过长/i
/** Words for the size of a context. */
const MEASURE =
  /tokens\b|\btoken (?:count|limit)|\bcontext\b|\b(?:input|prompt|sequence|model|total|maximum) length|\bmax (?:seq|model|prompt) len|\bn ctx\b|\bfor (?:this|the) model\b|长度|上下文/i
/** Says that a request is too long, without a word for its size. */
const PLAIN = /\b(?:prompt|inputs?|conversation|messages|history)\b[\w'’ ]{0,30}\btoo long\b/i
/** Words for other limits: rates, money, the length of an answer, or a single part such as an image. */
const OTHER_LIMIT =
  /\bper ?(?:second|minute|min|hour|day|week|month)\b|\b[TR]P[SMHD]\b|\brate\b|quota|\b(?:daily|weekly|monthly|hourly)\b|billing|credit|balance|\b(?:output|completion|new|thinking|budget|cached) tokens?\b|\bmax (?:completion |output |new )?tokens\b|image|picture|audio|video|\bfiles?\b|\btools?\b|function|\bstop\b|logprobs|concurren|queue|expired|每|额度|频率/i

/** Statuses that mean something else, whatever words come with them. */
const OTHER_STATUSES: ReadonlySet<number> = new Set([401, 402, 403, 404, 408, 409, 429])

/** Bedrock and Gemini say so of too many requests. */
const TOO_MANY = /too many tokens/i

/** Whether a server's words say that the request is longer than the model's context. */
export function saysTooLong(detail: string, status: number | undefined): boolean {
  if (TOO_LONG.some((words) => words.test(detail))) return true
  if (status !== undefined && OTHER_STATUSES.has(status)) return false
  return impliesTooLong(detail.replaceAll('_', ' '))
}

/** Whether words that no server is known by say that what was sent exceeds a length. */
function impliesTooLong(detail: string): boolean {
  if (OTHER_LIMIT.test(detail)) return false
  return (
    TOO_MANY.test(detail) ||
    PLAIN.test(detail) ||
    [REQUEST, EXCESS, MEASURE].every((words) => words.test(detail))
  )
}
