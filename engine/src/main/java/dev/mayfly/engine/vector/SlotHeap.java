package dev.mayfly.engine.vector;

/** Slots by their scores, the greatest first; finds the first few without sorting the rest. Used by one thread. */
final class SlotHeap {
    private final double[] scores;
    private final int[] slots;
    private int size;

    /** @param scores by slot; those that are not numbers are left out */
    SlotHeap(double[] scores) {
        this.scores = scores;
        this.slots = new int[scores.length];
        for (int slot = 0; slot < scores.length; slot++) {
            if (!Double.isNaN(scores[slot])) {
                slots[size++] = slot;
            }
        }
        for (int at = size / 2 - 1; at >= 0; at--) {
            sink(at);
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The score of the slot that comes next. */
    double score() {
        return scores[slots[0]];
    }

    int remove() {
        int first = slots[0];
        slots[0] = slots[--size];
        sink(0);
        return first;
    }

    private void sink(int from) {
        int at = from;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && scores[slots[child + 1]] > scores[slots[child]]) {
                child++;
            }
            if (scores[slots[at]] >= scores[slots[child]]) {
                return;
            }
            int moved = slots[at];
            slots[at] = slots[child];
            slots[child] = moved;
            at = child;
        }
    }
}
