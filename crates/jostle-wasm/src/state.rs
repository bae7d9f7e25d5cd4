//! Things that JavaScript names by small numbers.

/// A list with holes: numbers of what is dropped are given again.
#[derive(Debug)]
pub(crate) struct Slab<T> {
    items: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T> Slab<T> {
    pub(crate) const fn new() -> Self {
        Self { items: Vec::new(), free: Vec::new() }
    }

    pub(crate) fn put(&mut self, item: T) -> u32 {
        if let Some(number) = self.free.pop() {
            self.set(number, item);
            return number;
        }
        self.items.push(Some(item));
        self.items.len() as u32 - 1
    }

    /// Counts numbers that were ever given.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// Takes the next number without putting anything there.
    pub(crate) fn reserve_one(&mut self) {
        self.items.push(None);
    }

    /// Puts something in place of what has the number, if anything has.
    pub(crate) fn set(&mut self, number: u32, item: T) {
        while self.items.len() <= number as usize {
            self.items.push(None);
        }
        self.items[number as usize] = Some(item);
    }

    pub(crate) fn get(&self, number: u32) -> Option<&T> {
        self.items.get(number as usize)?.as_ref()
    }

    pub(crate) fn drop(&mut self, number: u32) {
        if let Some(item) = self.items.get_mut(number as usize)
            && item.take().is_some()
        {
            self.free.push(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_what_is_dropped_are_given_again_and_no_others() {
        let mut slab = Slab::new();
        assert_eq!([slab.put('a'), slab.put('b')], [0, 1]);
        slab.drop(0);
        slab.drop(0);
        assert_eq!((slab.get(0), slab.get(1), slab.get(7)), (None, Some(&'b'), None));
        assert_eq!([slab.put('c'), slab.put('d')], [0, 2]);
    }
}
