//! What is played.

/// A kind of level, and what is done in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Falls from anywhere onto level floors and hills.
    Drops,
    /// Walks and jumps on a level floor, and conveyor belts.
    Flat,
    /// Walks on slopes of at most 45 degrees.
    Hills,
    /// The same with a limit of 60 degrees.
    Steep,
    /// Stairs, with steps.
    Stairs,
    /// Rooms of tiles with decks, slopes and ceilings.
    Rooms,
    /// Pressed along walls of single tiles, corners on seams.
    Shafts,
    /// Jumps through one-way decks.
    Decks,
    /// Crowds that block one another, in rooms.
    Crowds,
    /// Lifts on sines, circles and jerks.
    Lifts,
    /// Decks that tilt.
    Tilts,
    /// Ships and ferris wheels, with riders that are children or not.
    Ships,
    /// Arms that sweep, seen from above.
    Arms,
}

impl Kind {
    pub(crate) const ALL: [Self; 13] = [
        Self::Drops,
        Self::Flat,
        Self::Hills,
        Self::Steep,
        Self::Stairs,
        Self::Rooms,
        Self::Shafts,
        Self::Decks,
        Self::Crowds,
        Self::Lifts,
        Self::Tilts,
        Self::Ships,
        Self::Arms,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Drops => "drops",
            Self::Flat => "flat",
            Self::Hills => "hills",
            Self::Steep => "steep",
            Self::Stairs => "stairs",
            Self::Rooms => "rooms",
            Self::Shafts => "shafts",
            Self::Decks => "decks",
            Self::Crowds => "crowds",
            Self::Lifts => "lifts",
            Self::Tilts => "tilts",
            Self::Ships => "ships",
            Self::Arms => "arms",
        }
    }
}
