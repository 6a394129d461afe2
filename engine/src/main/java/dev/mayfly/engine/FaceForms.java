package dev.mayfly.engine;

import dev.mayfly.base.document.View;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** How the engine reads what a face keeps in its own form. Safe for concurrent use. */
@FunctionalInterface
public interface FaceForms {
    /** The condition that a partial filter is. */
    Predicate<View> filter(byte[] partial);

    /** What an index with these options of the face sees of a document: all of it, unless the face says otherwise. */
    default UnaryOperator<View> lens(byte[] options) {
        return UnaryOperator.identity();
    }
}
