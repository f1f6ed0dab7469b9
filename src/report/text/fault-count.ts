import type { Diagnosis } from '../../diagnosis/fault.ts';
import { counted, formatCount } from './words.ts';

/** `12 faults, 3 of them on every answer · introduced 10 · inherited 2` */
export function describeDiagnosis(faults: Diagnosis): string {
  const always = faults.filter(({ places }) => places.some(({ condition }) => condition.when === 'always')).length;
  const inherited = faults.filter(({ blame }) => blame === 'inherited').length;
  return [
    `${counted(faults.length, 'fault')}${always === 0 ? '' : `, ${formatCount(always)} of them on every answer`}`,
    `introduced ${formatCount(faults.length - inherited)}`,
    `inherited ${formatCount(inherited)}`,
  ].join(' · ');
}
