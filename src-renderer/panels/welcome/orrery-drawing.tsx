import styles from './welcome.module.css'

const ORBITS = [70, 120, 175, 235, 300]

/** Orbit, angle in degrees, agent's hue, size. */
const PLANETS = [
  [70, -60, 1, 5],
  [120, -128, 2, 6],
  [175, -58, 3, 7],
  [235, -114, 4, 5],
  [300, -20, 7, 8],
] as const

export function OrreryDrawing() {
  return (
    <svg
      className={styles.drawing}
      viewBox="0 0 600 420"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <g fill="none" stroke="var(--line)">
        {ORBITS.map((radius) => (
          <circle key={radius} cx="300" cy="420" r={radius} />
        ))}
      </g>
      <circle cx="300" cy="420" r="26" fill="var(--accent)" opacity=".9" />
      {PLANETS.map(([radius, degrees, hue, size]) => (
        <circle
          key={radius}
          cx={300 + radius * Math.cos((degrees * Math.PI) / 180)}
          cy={420 + radius * Math.sin((degrees * Math.PI) / 180)}
          r={size}
          fill={`var(--agent-${hue})`}
        />
      ))}
    </svg>
  )
}
