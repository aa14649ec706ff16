export declare const logoMark: string;
export declare const logoOnDeep: string;
