// Runs before anything is drawn, so that the page does not change its looks while it loads.
try {
  const kept = JSON.parse(localStorage.getItem('damahane.looks') ?? '{}');
  for (const name of ['theme', 'look', 'typed']) {
    if (typeof kept[name] === 'string') document.documentElement.dataset[name] = kept[name];
  }
} catch {
  // nothing can be remembered here: the page looks as it usually does
}
