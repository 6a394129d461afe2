package dev.mayfly.engine.write;

import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import org.jspecify.annotations.Nullable;

/** Decides what to write, given what is there; conditions of a request live here. May be asked several times. */
@FunctionalInterface
public interface Decider {
    /** @param current the live document of the key, or null; an expired one counts as absent */
    Decision decide(@Nullable Document current, ReadView reading);
}
