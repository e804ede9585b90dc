/** How a server says that a request has more tokens than its model takes. */
export interface OverflowWording {
  /** The server, or the gateway that repeats its words. */
  readonly name: string
  readonly status: number
  readonly words: string
}

export const overflowWordings: readonly OverflowWording[] = [
  {
    name: 'openai',
    status: 400,
    words:
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 130054 tokens.",
  },
  {
    name: 'openai-code',
    status: 400,
    words: 'Error code: 400 - context_length_exceeded',
  },
  {
    name: 'openai-responses',
    status: 400,
    words:
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
  },
  {
    name: 'anthropic',
    status: 400,
    words: 'prompt is too long: 213462 tokens > 200000 maximum',
  },
  {
    name: 'anthropic-output',
    status: 400,
    words:
      'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length',
  },
  {
    name: 'gemini',
    status: 400,
    words:
      'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).',
  },
  {
    name: 'xai',
    status: 400,
    words: "This model's maximum prompt length is 131072 but the request contains 142234 tokens.",
  },
  {
    name: 'llama-cpp-old',
    status: 400,
    words:
      'the request exceeds the available context size. try increasing the context size or enable context shift',
  },
  {
    name: 'llama-cpp-new',
    status: 400,
    words:
      'request (9100 tokens) exceeds the available context size (8192 tokens), try increasing it',
  },
  {
    name: 'llama-cpp-type',
    status: 400,
    words: '{"type":"exceed_context_size_error","n_prompt_tokens":9100,"n_ctx":8192}',
  },
  {
    name: 'qwen',
    status: 400,
    words: 'Range of input length should be [1, 98304]',
  },
  {
    name: 'qwen-dashscope',
    status: 400,
    words: 'InternalError.Algo.InvalidParameter: Range of input length should be [1, 30720]',
  },
  {
    name: 'glm',
    status: 400,
    words: 'Prompt exceeds max length',
  },
  {
    name: 'kimi',
    status: 400,
    words: 'Invalid request: Your request exceeded model token limit: 131072 (requested: 140212)',
  },
  {
    name: 'bedrock',
    status: 400,
    words: 'Input is too long for requested model.',
  },
  {
    name: 'bedrock-exception',
    status: 400,
    words:
      'ValidationException: The model returned the following errors: Input is too long for requested model.',
  },
  {
    name: 'tgi-sum',
    status: 422,
    words:
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000 `inputs` tokens and 512 `max_new_tokens`',
  },
  {
    name: 'tgi-inputs',
    status: 422,
    words: 'Input validation error: `inputs` must have less than 4095 tokens. Given: 5019',
  },
  {
    name: 'copilot',
    status: 400,
    words: 'prompt token count of 140211 exceeds the limit of 128000',
  },
  {
    name: 'copilot-code',
    status: 400,
    words: '{"code":"model_max_prompt_tokens_exceeded"}',
  },
  {
    name: 'lm-studio-keep',
    status: 400,
    words:
      'The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length',
  },
  {
    name: 'lm-studio-overflow',
    status: 400,
    words:
      'Trying to keep the first 12014 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
  },
  {
    name: 'lm-studio-reached',
    status: 400,
    words: 'Reached context length of 4096 tokens with the current model',
  },
  {
    name: 'sglang',
    status: 400,
    words: "The input (9012 tokens) is longer than the model's context length (8192 tokens).",
  },
  {
    name: 'sglang-requested',
    status: 400,
    words: "Requested token count exceeds the model's maximum context length of 8192 tokens.",
  },
  {
    name: 'minimax',
    status: 500,
    words: 'invalid params, context window exceeds limit (2013)',
  },
  {
    name: 'vllm',
    status: 400,
    words: 'The decoder prompt (length 9014) is longer than the maximum model length of 8192.',
  },
  {
    name: 'vllm-answer',
    status: 400,
    words: 'max_tokens must be at least 1, got -512.',
  },
  {
    name: 'openrouter',
    status: 400,
    words:
      "This endpoint's maximum context length is 32768 tokens. However, you requested about 40124 tokens.",
  },
  {
    name: 'cerebras',
    status: 400,
    words: 'Please reduce the length of the messages or completion.',
  },
  {
    name: 'cerebras-limit',
    status: 400,
    words:
      'Please reduce the length of the messages or completion. Current length is 9014 while limit is 8192',
  },
  {
    name: 'mistral',
    status: 400,
    words:
      'Prompt contains 40112 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
  },
  {
    name: 'cohere',
    status: 400,
    words: 'too many tokens: total number of tokens in the prompt cannot exceed 4096',
  },
  {
    name: 'fireworks',
    status: 400,
    words: 'The prompt is too long: 40112, model maximum context length: 32768',
  },
  {
    name: 'llama-cpp-python',
    status: 400,
    words: 'Requested tokens (5013) exceed context window of 4096',
  },
  {
    name: 'litellm',
    status: 400,
    words: 'litellm.ContextWindowExceededError: the request is too large',
  },
  {
    name: 'ollama',
    status: 400,
    words: 'prompt too long; exceeded max context length by 1024 tokens',
  },
  {
    name: 'ollama-input',
    status: 400,
    words: 'the input length exceeds the context length',
  },
  {
    name: 'groq',
    status: 413,
    words:
      'Request too large for model `llama-3.3-70b-versatile` on tokens per minute (TPM): Limit 6000, Requested 12041',
  },
  {
    name: 'deepseek',
    status: 400,
    words:
      'Requested 45012. The input or output tokens must be reduced in order to run successfully.',
  },
  {
    name: 'anthropic-bytes',
    status: 413,
    words: 'request_too_large: Request exceeds the maximum allowed number of bytes.',
  },
  {
    name: 'gateway',
    status: 413,
    words: '413 Request Entity Too Large',
  },
  {
    name: 'poe',
    status: 400,
    words: 'token limit exceeded',
  },
  {
    name: 'llama-stack',
    status: 400,
    words: "The model's context window has been exceeded",
  },
  {
    name: 'watsonx',
    status: 400,
    words:
      'the number of input tokens 5000 cannot exceed the total tokens limit 4096 for this model',
  },
  {
    name: 'vertex',
    status: 400,
    words:
      'Unable to submit request because the input token count is 40000 but model only supports up to 32768.',
  },
  {
    name: 'tensorrt',
    status: 400,
    words: 'Prompt length (5000) exceeds maximum input length (4096)',
  },
  {
    name: 'triton',
    status: 400,
    words: 'Input length (5000) + max_tokens (100) exceeds max_seq_len (4096)',
  },
  {
    name: 'vllm-passed',
    status: 400,
    words:
      "You passed 9000 input tokens and requested 512 output tokens. However, the model's context length is only 8192 tokens, resulting in a maximum input length of 7680 tokens.",
  },
  {
    name: 'chinese-tokens',
    status: 400,
    words: 'tokens超过限制',
  },
  {
    name: 'chinese-context',
    status: 400,
    words: '上下文长度超过模型限制',
  },
  {
    name: 'volcengine',
    status: 400,
    words: 'Total tokens of image and text exceed max message tokens',
  },
  {
    name: 'volcengine-length',
    status: 400,
    words: 'Input length 140000 exceeds the maximum length 131072',
  },
  {
    name: 'stepfun',
    status: 400,
    words: "The input you've submitted is too long",
  },
  {
    name: 'github-models',
    status: 400,
    words: 'Request body too large for gpt-4o model. Max size: 8000 tokens.',
  },
  {
    name: 'tabby',
    status: 400,
    words: 'Prompt length 5000 is greater than max_seq_len 4096',
  },
  {
    name: 'openai-message',
    status: 400,
    words:
      "Invalid 'messages[1].content': string too long. Expected a string with maximum length 10485760",
  },
  {
    name: 'openai-limit',
    status: 400,
    words:
      'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300000 tokens.',
  },
  {
    name: 'snowflake',
    status: 400,
    words: 'max tokens of 4096 exceeded',
  },
  {
    name: 'code',
    status: 400,
    words: 'prompt_too_long',
  },
  {
    name: 'sequence',
    status: 400,
    words: 'The sequence length (9000) exceeds the maximum sequence length (8192)',
  },
  {
    name: 'llama-cpp-batch',
    status: 400,
    words: 'input is too large to process. increase the physical batch size',
  },
  {
    name: 'bedrock-titan',
    status: 400,
    words:
      'ValidationException: Malformed input request: expected maxLength: 100000, actual: 120000, please reformat your input and try again.',
  },
  {
    name: 'at-most',
    status: 400,
    words: 'The model supports at most 8192 tokens, got 9000',
  },
]
