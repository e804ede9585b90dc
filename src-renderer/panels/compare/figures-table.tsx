import type { Comparison } from '#shared/compare/compare-runs.ts'
import type { RunRecord } from '#shared/compare/run-record.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './compare.module.css'
import { figureLabels, tellFigure, writeFigure } from './figure-words.ts'
import { tellOutcome } from './step-words.ts'

/** What both runs came to, with the difference in words. */
export function FiguresTable({ comparison }: { readonly comparison: Comparison }) {
  const { figures, left: one, right: other } = comparison
  const isSameEnd = one.totals.outcome === other.totals.outcome
  return (
    <div className={styles.figures}>
      <table aria-label="In numbers">
        <thead>
          <tr>
            <td />
            <th scope="col">Outcome</th>
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
            <OutcomeCell run={one} />
            {figures.map(({ name, left }) => (
              <td key={name}>{writeFigure(name, left)}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">Right</th>
            <OutcomeCell run={other} />
            {figures.map(({ name, right }) => (
              <td key={name}>{writeFigure(name, right)}</td>
            ))}
          </tr>
          <tr className={styles.difference}>
            <th scope="row">Right is</th>
            <DifferenceCell told={isSameEnd ? 'the same' : 'another'} />
            {figures.map((figure) => (
              <DifferenceCell key={figure.name} told={tellFigure(figure)} />
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

function OutcomeCell({ run }: { readonly run: RunRecord }) {
  const { outcome } = run.totals
  const told = tellOutcome(outcome)
  return <td className={classNames(outcome && told && styles.notWell)}>{told ?? 'ended well'}</td>
}

function DifferenceCell({ told }: { readonly told: string }) {
  const isSame = told === 'the same'
  return <td className={classNames(isSame && styles.same)}>{told}</td>
}
