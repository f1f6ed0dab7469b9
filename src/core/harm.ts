/**
 * What a breach costs a user, worst first: half an answer or an error passes for a whole answer · a call that was cut can
 * be run · data of another request · text, calls or the request are lost or changed · wrong money · anything else.
 */
export type Harm = (typeof harms)[number];

export const harms = ['false-success', 'unsafe-call', 'foreign-data', 'content', 'money', 'other'] as const;
