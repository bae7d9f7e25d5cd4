//! Parents: local transforms to world transforms, for chains of any depth and order.
//!
//! Each entry is resolved once: the walk climbs from an entry to the first ancestor that is known,
//! then comes back down. It keeps its own stack, so a chain of a million parents is fine. An
//! ancestor that is met while it is still being climbed from closes a cycle.

use crate::problem::Problem;
use jostle::Affine;
use std::collections::BTreeMap;

/// A group or a collider, as far as parents concern it.
pub(super) struct Entry<'a> {
    pub(super) id: &'a str,
    pub(super) parent: Option<&'a str>,
    pub(super) local: Affine,
    /// Where the file states it, for errors.
    pub(super) place: String,
}

#[derive(Clone, Copy)]
enum State {
    New,
    Climbed,
    Done(Affine),
}

/// The parent and the world transform of each entry.
pub(super) fn resolve(entries: &[Entry<'_>]) -> Result<(Vec<Option<usize>>, Vec<Affine>), Problem> {
    let parents = parent_indices(entries)?;
    let mut states = vec![State::New; entries.len()];
    let mut climb = Vec::new();
    for start in 0..entries.len() {
        let mut index = start;
        let mut world = loop {
            match states[index] {
                State::Done(world) => break world,
                State::Climbed => return Err(cycle(entries, &parents, index)),
                State::New => {}
            }
            states[index] = State::Climbed;
            climb.push(index);
            match parents[index] {
                Some(parent) => index = parent,
                None => break Affine::IDENTITY,
            }
        };
        while let Some(index) = climb.pop() {
            // A root is its own local transform to the bit, which `under` the identity is too.
            world = entries[index].local.under(&world);
            states[index] = State::Done(world);
        }
    }
    let world = |state| if let State::Done(world) = state { world } else { Affine::IDENTITY };
    let worlds = states.into_iter().map(world).collect();
    Ok((parents, worlds))
}

fn parent_indices(entries: &[Entry<'_>]) -> Result<Vec<Option<usize>>, Problem> {
    let mut indices = BTreeMap::new();
    for (index, entry) in entries.iter().enumerate() {
        if let Some(first) = indices.insert(entry.id, index) {
            let message = format!("{} has the id {:?} already", entries[first].place, entry.id);
            return Err(Problem::new(format!("{}.id", entry.place), message));
        }
    }
    entries
        .iter()
        .map(|entry| {
            let Some(parent) = entry.parent else { return Ok(None) };
            indices.get(parent).copied().map(Some).ok_or_else(|| {
                let message = format!("no group or collider has the id {parent:?}");
                Problem::new(format!("{}.parent", entry.place), message)
            })
        })
        .collect()
}

/// The longest cycle that a message spells out.
const SPELLED: usize = 8;

fn cycle(entries: &[Entry<'_>], parents: &[Option<usize>], start: usize) -> Problem {
    let mut way = vec![format!("{:?}", entries[start].id)];
    let mut index = parents[start];
    while let Some(here) = index.filter(|&here| here != start) {
        if way.len() == SPELLED {
            way.push("...".to_owned());
            break;
        }
        way.push(format!("{:?}", entries[here].id));
        index = parents[here];
    }
    way.push(format!("{:?}", entries[start].id));
    let message = format!("the parents go in a circle: {}", way.join(" under "));
    Problem::new(format!("{}.parent", entries[start].place), message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry<'a>(id: &'a str, parent: Option<&'a str>, x: f32) -> Entry<'a> {
        Entry { id, parent, local: Affine::at((x, 0.0)), place: format!("at {id}") }
    }

    #[test]
    fn children_may_come_before_their_parents() {
        let entries =
            [entry("c", Some("b"), 1.0), entry("b", Some("a"), 10.0), entry("a", None, 100.0)];
        let (_, worlds) = resolve(&entries).expect("no cycle");
        assert_eq!(worlds.iter().map(|w| w.tx).collect::<Vec<_>>(), [111.0, 110.0, 100.0]);
    }

    #[test]
    fn a_chain_of_many_parents_does_not_overflow_the_stack() {
        let ids: Vec<String> = (0..200_000).map(|i| i.to_string()).collect();
        let entries: Vec<_> = (0..ids.len())
            .map(|i| entry(&ids[i], ids.get(i + 1).map(String::as_str), 1.0))
            .collect();
        assert_eq!(resolve(&entries).expect("no cycle").1[0].tx, 200_000.0);
    }

    #[test]
    fn a_cycle_is_named_with_its_members_and_place() {
        let entries =
            [entry("x", Some("a"), 0.0), entry("a", Some("b"), 0.0), entry("b", Some("a"), 0.0)];
        let problem = resolve(&entries).expect_err("a cycle");
        assert_eq!(problem.place(), "at a.parent");
        assert!(problem.message().ends_with(r#""a" under "b" under "a""#), "{problem}");
    }

    #[test]
    fn a_collider_that_is_its_own_parent_is_a_cycle() {
        let problem = resolve(&[entry("a", Some("a"), 0.0)]).expect_err("a cycle");
        assert!(problem.message().ends_with(r#""a" under "a""#), "{problem}");
    }
}
