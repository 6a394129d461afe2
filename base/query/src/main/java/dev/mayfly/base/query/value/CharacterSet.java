package dev.mayfly.base.query.value;

import dev.mayfly.base.query.RequestGuard;
import java.util.BitSet;

/** The characters of a text. To look one up takes as long in a large set as in a small one. Immutable. */
public final class CharacterSet {
    private final BitSet members = new BitSet();

    /** Goes through the text once, which counts as steps of the request. */
    public CharacterSet(String text) {
        RequestGuard.current().stepsOf(text.length());
        // Halves of pairs are members too, as String.indexOf has it.
        text.chars().forEach(members::set);
        text.codePoints().forEach(members::set);
    }

    public boolean contains(int character) {
        return members.get(character);
    }
}
