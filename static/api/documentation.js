// The page's library draws it dark where the page says so: as chosen on this device, or as the device.
(() => {
  const night = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const chosen = document.documentElement.dataset.theme;
    const dark = chosen ? chosen === "dark" : night.matches;
    document.documentElement.classList.toggle("dark-mode", dark);
    document.documentElement.style.colorScheme = dark ? "dark" : "light";
  };
  show();
  night.addEventListener("change", show);
})();
