type Environment = Readonly<Record<string, string | undefined>>

/** Whether a person has said where traces go, by the standard variables. */
export function wantsTraces(env: Environment): boolean {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT
  const isOff = env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none'
  return Boolean(endpoint) && !isOff
}
