/* At a table: what a person has opened stays open when the screen is brought up to date. */
htmx.config.morphIgnore.push("open");
