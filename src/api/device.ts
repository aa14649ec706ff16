import * as v from 'valibot';

export const Browser = v.picklist(['Chrome', 'Edge', 'Firefox', 'Safari', 'Samsung Internet', 'Opera']);
export type Browser = v.InferOutput<typeof Browser>;

/** The kind of device that was used. `clinic`: the facility's own systems, or its staff there. */
export const deviceKinds = ['phone', 'tablet', 'computer', 'kiosk', 'clinic', 'unknown'] as const;
export const Device = v.object({ kind: v.picklist(deviceKinds), browser: v.nullable(Browser) });
export type Device = v.InferOutput<typeof Device>;
