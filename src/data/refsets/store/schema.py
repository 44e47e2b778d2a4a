"""The tables of a reference set."""

APPLICATION = 0x42575253
"""By which a file tells that it is one: ``BWRS``."""

VERSION = 2
"""Raised when the tables change; a newer one is refused, an older one is brought up to date."""

SCHEMA = """
CREATE TABLE photos (
    id INTEGER PRIMARY KEY,
    sha TEXT NOT NULL UNIQUE,
    bytes INTEGER,                       -- NULL where only its name is known yet
    width INTEGER, height INTEGER,       -- of the upright picture
    part TEXT,                           -- iteration, full; NULL where nobody chose
    revision INTEGER NOT NULL DEFAULT 0, -- of all its labels together
    added TEXT NOT NULL,
    form TEXT,                           -- how photo_metadata.json wrote it
    bibs_labelled INTEGER, bibs_any INTEGER NOT NULL DEFAULT 0,
    bibs_boxes INTEGER NOT NULL DEFAULT 0,
    faces_labelled INTEGER, faces_any INTEGER NOT NULL DEFAULT 0,
    faces_boxes INTEGER NOT NULL DEFAULT 0, faces_tagged INTEGER NOT NULL DEFAULT 0,
    links_labelled INTEGER, masks_labelled INTEGER, elements_labelled INTEGER
);
CREATE INDEX photos_by_part ON photos (part);
CREATE INDEX photos_absent ON photos (id) WHERE bytes IS NULL;
CREATE TABLE names (
    photo INTEGER NOT NULL REFERENCES photos ON DELETE CASCADE,
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (photo, place)
) WITHOUT ROWID;
CREATE INDEX photos_by_name ON names (name);

CREATE TABLE labels (
    photo INTEGER NOT NULL REFERENCES photos ON DELETE CASCADE,
    dimension TEXT NOT NULL,
    labelled INTEGER,                    -- NULL in files without the flag
    tags TEXT NOT NULL DEFAULT '[]',
    mask TEXT, trace TEXT,               -- objects
    about TEXT,                          -- what a UI schema says of the whole screenshot
    form TEXT,                           -- how its file wrote it
    PRIMARY KEY (photo, dimension)
) WITHOUT ROWID;

CREATE TABLE changed (
    photo INTEGER NOT NULL REFERENCES photos ON DELETE CASCADE,
    dimension TEXT NOT NULL,
    revision INTEGER NOT NULL,           -- of the photo, when this last changed; labels may go
    PRIMARY KEY (photo, dimension)
) WITHOUT ROWID;

CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    place INTEGER                        -- in the list of identities; NULL where it is not in it
);
CREATE TABLE boxes (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice
    photo INTEGER NOT NULL REFERENCES photos ON DELETE CASCADE,
    dimension TEXT NOT NULL,
    place INTEGER NOT NULL,
    x REAL, y REAL, w REAL, h REAL,      -- fractions of the upright picture; NULL: not recorded
    scope TEXT,
    text TEXT,                           -- a bib's number, an element's text
    person INTEGER REFERENCES people,
    tags TEXT NOT NULL DEFAULT '[]',
    form TEXT                            -- how its file wrote it; of an element, all of it
);
CREATE INDEX boxes_of_photo ON boxes (photo, dimension, place);
CREATE INDEX boxes_by_scope ON boxes (dimension, scope);
CREATE INDEX boxes_unlocated ON boxes (dimension, photo) WHERE x IS NULL;
CREATE INDEX boxes_of_person ON boxes (person) WHERE person IS NOT NULL;
CREATE TABLE links (
    bib INTEGER PRIMARY KEY REFERENCES boxes ON DELETE CASCADE,
    face INTEGER NOT NULL REFERENCES boxes ON DELETE CASCADE,
    photo INTEGER NOT NULL REFERENCES photos ON DELETE CASCADE,
    place INTEGER NOT NULL
);
CREATE INDEX links_of_face ON links (face);
CREATE INDEX links_of_photo ON links (photo, place);
CREATE TABLE pairs (
    first INTEGER NOT NULL REFERENCES boxes ON DELETE CASCADE,
    second INTEGER NOT NULL REFERENCES boxes ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('must', 'cannot')),
    PRIMARY KEY (first, second), CHECK (first < second)
) WITHOUT ROWID;
CREATE INDEX pairs_of_second ON pairs (second);
CREATE TABLE embeddings (
    box INTEGER NOT NULL REFERENCES boxes ON DELETE CASCADE,
    source INTEGER NOT NULL REFERENCES sources ON DELETE CASCADE,
    vector BLOB NOT NULL,
    PRIMARY KEY (box, source)
) WITHOUT ROWID;

CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    backend TEXT, version TEXT,          -- NULL where a file does not say
    configuration TEXT,                  -- JSON, fully resolved
    weights TEXT NOT NULL DEFAULT '{}',  -- JSON: file to SHA-256
    form TEXT
);
CREATE TABLE looks (
    id INTEGER PRIMARY KEY,              -- a later look has a higher one
    photo INTEGER NOT NULL REFERENCES photos ON DELETE CASCADE,
    dimension TEXT NOT NULL,
    source INTEGER REFERENCES sources,
    made TEXT NOT NULL,
    form TEXT,
    UNIQUE (photo, dimension, source)
);
CREATE INDEX looks_by_source ON looks (source, dimension);
CREATE INDEX looks_of_photo ON looks (dimension, photo, id);
CREATE TABLE ghosts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    look INTEGER NOT NULL REFERENCES looks ON DELETE CASCADE ON UPDATE CASCADE,
    source INTEGER NOT NULL,             -- of its look, and its dimension: rates are asked of these
    dimension TEXT NOT NULL,
    place INTEGER NOT NULL,
    x REAL, y REAL, w REAL, h REAL,
    text TEXT, kind TEXT, confidence REAL,
    painting TEXT,                       -- an object, as RootPainter shows predictions
    fate TEXT NOT NULL DEFAULT 'open',
    iou REAL,                            -- with what it was edited to
    box INTEGER REFERENCES boxes ON DELETE SET NULL,
    form TEXT
);
CREATE INDEX ghosts_of_look ON ghosts (look, place);
CREATE INDEX ghosts_by_fate ON ghosts (source, dimension, fate, iou, box);
CREATE INDEX ghosts_of_box ON ghosts (box) WHERE box IS NOT NULL;

CREATE TABLE log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    photo INTEGER NOT NULL REFERENCES photos ON DELETE CASCADE,
    dimension TEXT NOT NULL,
    revision INTEGER NOT NULL,
    old TEXT, new TEXT,                  -- documents; NULL where there was none
    time TEXT NOT NULL,
    who TEXT NOT NULL,
    why TEXT NOT NULL
);
CREATE INDEX log_of_photo ON log (photo, dimension, revision);
CREATE TABLE facts (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
"""
"""``facts`` are those of the whole set, such as how its files were laid out."""

SPENT = """
CREATE TABLE spent (
    photo INTEGER NOT NULL REFERENCES photos ON DELETE CASCADE,
    dimension TEXT NOT NULL,
    ghosts INTEGER NOT NULL,             -- whether suggestions were shown
    seconds REAL NOT NULL, keys INTEGER NOT NULL, clicks INTEGER NOT NULL,
    PRIMARY KEY (photo, dimension, ghosts)
) WITHOUT ROWID;
"""
"""What a person's time went into."""

SINCE = {2: SPENT}
"""Version to the tables that sets of an older one do not have."""

BIBS_NOW, FACES_NOW = "{row}.dimension = 'bibs'", "{row}.dimension = 'faces'"
KEPT_BIB = BIBS_NOW + " AND {row}.scope IS NOT 'not_bib'"
KEPT_FACE = FACES_NOW + " AND {row}.scope IS NOT 'exclude'"


def triggers() -> str:
    """What keeps the counts of a photo right whoever writes: completeness is asked of one row."""
    labels = "".join(
        f"""
CREATE TRIGGER {dimension}_{verb} AFTER {verb} ON labels WHEN {row}.dimension = '{dimension}' BEGIN
    UPDATE photos SET {dimension}_labelled = {value} {tagged} WHERE id = {row}.photo;
END;"""
        for dimension in ("bibs", "faces", "links", "masks", "elements")
        for verb, row, value in (
            ("INSERT", "NEW", "NEW.labelled"),
            ("UPDATE", "NEW", "NEW.labelled"),
            ("DELETE", "OLD", "NULL"),
        )
        for tagged in [_tagged(verb) if dimension == "faces" else ""]
    )
    return labels + _counting("INSERT", ("NEW", "+")) + _counting("DELETE", ("OLD", "-"))


def _tagged(verb: str) -> str:
    return ", faces_tagged = " + ("0" if verb == "DELETE" else "NEW.tags != '[]'")


def _counting(verb: str, *signs: tuple[str, str]) -> str:
    row, sign = signs[0]
    counts = {
        "bibs_any": BIBS_NOW,
        "bibs_boxes": KEPT_BIB,
        "faces_any": FACES_NOW,
        "faces_boxes": KEPT_FACE,
    }
    sets = ", ".join(
        f"{column} = {column} {sign} ({what.format(row=row)})" for column, what in counts.items()
    )
    return f"""
CREATE TRIGGER boxes_{verb} AFTER {verb} ON boxes WHEN {row}.dimension IN ('bibs', 'faces') BEGIN
    UPDATE photos SET {sets} WHERE id = {row}.photo;
END;"""


RESCOPED = """
CREATE TRIGGER boxes_UPDATE AFTER UPDATE OF scope ON boxes
WHEN NEW.scope IS NOT OLD.scope AND NEW.dimension IN ('bibs', 'faces') BEGIN
    UPDATE photos SET
        bibs_boxes = bibs_boxes
            + (NEW.dimension = 'bibs' AND NEW.scope IS NOT 'not_bib')
            - (OLD.dimension = 'bibs' AND OLD.scope IS NOT 'not_bib'),
        faces_boxes = faces_boxes
            + (NEW.dimension = 'faces' AND NEW.scope IS NOT 'exclude')
            - (OLD.dimension = 'faces' AND OLD.scope IS NOT 'exclude')
    WHERE id = NEW.photo;
END;
"""
