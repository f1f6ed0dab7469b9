/** What the engine does with a slot, besides keeping its value. */
export type SlotEffect =
  | 'text'
  | 'reasoning'
  | 'refusal'
  | 'arguments'
  | 'finish'
  | 'tool-id'
  | 'tool-name'
  | 'family-kind'
  | 'usage-read';

export interface NamedSlot {
  readonly effect: SlotEffect;
  /** For whoever writes a contract. */
  readonly meaning: string;
}

/** The slots that mean something to the engine. Every other name is the contract's own: its value is kept, and no more. */
export const namedSlots: Readonly<Record<string, NamedSlot>> = {
  text: { effect: 'text', meaning: 'What is added to it is text of the answer.' },
  reasoning: { effect: 'reasoning', meaning: 'What is added to it is reasoning of the answer.' },
  refusal: { effect: 'refusal', meaning: 'What is added to it is text of a refusal.' },
  arguments: {
    effect: 'arguments',
    meaning: 'What is added to it are arguments of the tool call that the instance is.',
  },
  finish: { effect: 'finish', meaning: 'What is put into it is the finish reason of the choice.' },
  call: { effect: 'tool-id', meaning: 'Id of the tool call that the instance is; it wins over `id`.' },
  id: { effect: 'tool-id', meaning: 'Id of the tool call that the instance is.' },
  name: { effect: 'tool-name', meaning: 'Name of the tool that is called.' },
  kind: { effect: 'family-kind', meaning: "Kind of the instance, which a family's `kinds` look at." },
  usage: { effect: 'usage-read', meaning: 'True once a rule has read usage for the instance.' },
};

/** What happens with a slot of this name; `undefined` where its value is only kept. */
export function effectOf(slot: string): SlotEffect | undefined {
  return Object.hasOwn(namedSlots, slot) ? namedSlots[slot]?.effect : undefined;
}

/** The slots with this effect, the most exact first. */
export function slotsWith(effect: SlotEffect): readonly string[] {
  return Object.keys(namedSlots).filter((slot) => effectOf(slot) === effect);
}
