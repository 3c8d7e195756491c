-- The analyses of positions, and notes to the moves of a game in the browser.
ALTER TABLE play ADD COLUMN notes TEXT;

CREATE TABLE analysis (
    "key" TEXT NOT NULL,
    found TEXT NOT NULL,
    seconds FLOAT(53) NOT NULL,
    changed TEXT NOT NULL,
    PRIMARY KEY ("key")
);

CREATE INDEX ix_analysis_changed ON analysis (changed);
