/** The objects that this process created or adopted, so that no other create takes them for its own. */
export interface Claims {
  claim(kind: string, id: string): void;
  isClaimed(kind: string, id: string): boolean;
  /** Claims an object that existed before and was taken over: a delete in the same process leaves it alone. */
  markAdopted(kind: string, id: string): void;
  isAdopted(kind: string, id: string): boolean;
}

export function createClaims(): Claims {
  const claimed = new Set<string>();
  const adopted = new Set<string>();
  return {
    claim: (kind, id) => void claimed.add(`${kind} ${id}`),
    isClaimed: (kind, id) => claimed.has(`${kind} ${id}`),
    markAdopted: (kind, id) => {
      claimed.add(`${kind} ${id}`);
      adopted.add(`${kind} ${id}`);
    },
    isAdopted: (kind, id) => adopted.has(`${kind} ${id}`),
  };
}
