/**
 * What a relay can earn. `faithful`: it adds no fault and loses nothing, and where the upstream breaks, the break stays
 * visible as the transport showed it. `protective`: also, no fault of the upstream passes for a success or a quiet close.
 */
export type Grade = (typeof grades)[number];

/** Lowest first: a relay that earns the second has earned the first. */
export const grades = ['faithful', 'protective'] as const;

/** Whether a relay of grade `required` needs all that belongs to grade `of`. */
export function isRequired(of: Grade, required: Grade): boolean {
  return grades.indexOf(of) <= grades.indexOf(required);
}
