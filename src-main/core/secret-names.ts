const SECRET =
  /^(ANTHROPIC|OPENAI)_|(^|_)API_?(KEY|TOKEN|SECRET)S?($|_)|_AUTH_TOKEN$|_ACCESS_KEY$|_SECRET_KEY$|^OTEL_EXPORTER_OTLP_(\w+_)?HEADERS$/iu

/** Whether a variable of the environment holds a key: programs that agents start are not given it. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name)
}
