/** Tasks for a model, and what a recorded one answered: a file for each answer. Wrong ones are among them. */
import heating1 from './answers/heating-1.txt?raw'
import heating2 from './answers/heating-2.txt?raw'
import packing1 from './answers/packing-1.txt?raw'
import packing2 from './answers/packing-2.txt?raw'
import packing3 from './answers/packing-3.txt?raw'
import table1 from './answers/table-1.txt?raw'
import table2 from './answers/table-2.txt?raw'
import trains1 from './answers/trains-1.txt?raw'

export interface Task {
  readonly id: string
  readonly label: string
  /** What the model is asked. */
  readonly words: string
  /** One for each time that the model is asked. */
  readonly answers: readonly string[]
}

export const tasks: readonly [Task, ...Task[]] = [
  {
    ...{ id: 'table', label: 'A form', answers: [table1, table2] },
    words: 'Show a form that books a table: a name, inside or on the terrace, and a button.',
  },
  {
    ...{ id: 'packing', label: 'A list', answers: [packing1, packing2, packing3] },
    words: 'Show a packing list whose entries can be ticked.',
  },
  {
    ...{ id: 'trains', label: 'In prose', answers: [trains1] },
    words: 'Which trains go to Sampleton in the morning, and what do they cost?',
  },
  {
    ...{ id: 'heating', label: 'The same again', answers: [heating1, heating2] },
    words: 'Show a control for the heating, and a chart of the week.',
  },
]
