// What comes with the expansion takes its box along, so that nobody has to choose twice.
const box = document.querySelector("input[name=version][value=peloton]");
document.addEventListener(
  "change",
  (event) => {
    const { name, value, checked } = event.target;
    const needs =
      name === "breakaway"
        ? checked
        : name === "stage"
          ? value.startsWith("peloton-")
          : ["peloton", "muscle"].includes(value) && name.startsWith("seat_");
    if (needs) box.checked = true;
  },
  true,
); // before the preview asks
