/** An iPad calls itself a Mac, but no Mac has a touch screen. */
export const isIpad = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/** Phones and tablets (specification 3, section 9): their browsers show a file in a window of its own, not in a frame. */
export const opensFilesDirectly = (device: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini/i.test(device.userAgent) || isIpad(device);
