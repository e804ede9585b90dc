/** What a host finds in its environment where Anthropic’s models are had at an address, and no others are. */
export function anthropicEnv(address: string): Readonly<Record<string, string>> {
  return {
    ANTHROPIC_API_KEY: 'sk-somebody',
    ANTHROPIC_BASE_URL: address,
    OLLAMA_HOST: '127.0.0.1:1',
  }
}
