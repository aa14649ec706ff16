// Runs in a process of its own, for one picture that anybody may have made. Plain JavaScript, because it starts from text in the build and in the tests alike.
const seconds = 15;

async function make({ library, content, limits }) {
  const sharp = require(library);
  sharp.concurrency(1);
  sharp.cache(false);
  // Of the library's readers only those of what we take can be reached.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((reader) => `VipsForeignLoad${reader}Buffer`) });
  const open = (from) =>
    sharp(from, { limitInputPixels: limits.pixelsIn, failOn: 'error', sequentialRead: true }).timeout({ seconds });

  const { width, height, channels, depth, format, isProgressive, hasAlpha, autoOrient, exif, xmp } = await sharp(
    content,
    { limitInputPixels: false },
  ).metadata();
  const pixels = width * height;
  const isWhole = isProgressive || format === 'webp' || format === 'gif';
  const wholeBytes = pixels * channels * (depth === 'uchar' ? 1 : 2);
  if (pixels > limits.pixelsIn || (isWhole && wholeBytes > limits.bytesWhole)) return 'too large';

  const fits = Math.min(1, Math.sqrt(limits.pixels / pixels));
  const side = (length, scale) => Math.max(1, Math.floor(length * fits * scale));
  for (const { scale, quality } of limits.tries) {
    const upright = open(content)
      .autoOrient()
      .resize(side(autoOrient.width, scale), side(autoOrient.height, scale), { fit: 'fill' });
    const made = await (hasAlpha ? upright.png() : upright.jpeg({ quality })).toBuffer();
    if (made.length > limits.bytes) continue;
    const thumbnail = await open(made)
      .resize(limits.thumbnailSide, limits.thumbnailSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 70 })
      .toBuffer();
    return { type: hasAlpha ? 'png' : 'jpg', content: made, thumbnail, exif: exif ?? null, xmp: xmp ?? null };
  }
  return 'too large';
}

process.once('message', (given) => {
  try {
    require(given.library);
  } catch {
    process.send('no library');
    return;
  }
  make(given).then(
    (made) => process.send(made),
    (error) => process.send(String(error.message).startsWith('timeout') ? 'too large' : 'broken'),
  );
});
// Whoever asked is gone.
process.once('disconnect', () => process.exit());
