export function knownFaults(output: string): string[];
export function askKnownFaults(folder: string): Promise<string[]>;
