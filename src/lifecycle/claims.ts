/** The ids that this process created or took over, so that no other create takes them for its own. */
export interface Claims {
  claim(noun: string, id: string): void;
  isClaimed(noun: string, id: string): boolean;
  /** Notes that an id existed before and was taken over: a delete in the same process leaves it alone. */
  adopt(noun: string, id: string): void;
  isAdopted(noun: string, id: string): boolean;
}

export function createClaims(): Claims {
  const claimed = new Set<string>();
  const adopted = new Set<string>();
  return {
    claim: (noun, id) => void claimed.add(`${noun} ${id}`),
    isClaimed: (noun, id) => claimed.has(`${noun} ${id}`),
    adopt: (noun, id) => {
      claimed.add(`${noun} ${id}`);
      adopted.add(`${noun} ${id}`);
    },
    isAdopted: (noun, id) => adopted.has(`${noun} ${id}`),
  };
}
