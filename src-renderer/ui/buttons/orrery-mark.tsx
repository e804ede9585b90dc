/** The drawing that stands for Orrery. */
export function OrreryMark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" style={{ flex: 'none' }}>
      <g fill="none" stroke="var(--line-2)">
        <circle cx="10" cy="10" r="8.500" />
        <circle cx="10" cy="10" r="5" />
      </g>
      <circle cx="10" cy="10" r="2" fill="var(--accent)" />
      <circle cx="16" cy="4" r="1.700" fill="var(--agent-1)" />
      <circle cx="6.500" cy="13.600" r="1.400" fill="var(--agent-2)" />
    </svg>
  )
}
