import type { Figure } from '#shared/compare/compare-runs.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './compare.module.css'
import { figureLabels, tellFigure, writeFigure } from './figure-words.ts'

/** What both runs came to, in numbers, and the difference in words. */
export function FiguresTable({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <div className={styles.figures}>
      <table aria-label="In numbers">
        <thead>
          <tr>
            <td />
            {figures.map(({ name }) => (
              <th key={name} scope="col">
                {figureLabels[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Left</th>
            {figures.map(({ name, left }) => (
              <td key={name}>{writeFigure(name, left)}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">Right</th>
            {figures.map(({ name, right }) => (
              <td key={name}>{writeFigure(name, right)}</td>
            ))}
          </tr>
          <tr className={styles.difference}>
            <th scope="row">Right is</th>
            {figures.map((figure) => (
              <DifferenceCell key={figure.name} told={tellFigure(figure)} />
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

function DifferenceCell({ told }: { readonly told: string }) {
  const isSame = told === 'the same'
  return <td className={classNames(isSame && styles.same)}>{told}</td>
}
