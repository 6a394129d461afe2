package dev.mayfly.engine.write;

import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.engine.read.ReadView;
import org.jspecify.annotations.Nullable;

/** Decides what to write by all there is of a key, what documents have left included. May be asked several times. */
@FunctionalInterface
public interface KeyStateDecider extends Decider {
    Decision decide(KeyState remains, ReadView reading);

    @Override
    default Decision decide(@Nullable Document current, ReadView reading) {
        return decide(current == null ? KeyState.Nothing.NOTHING : new KeyState.Live(current), reading);
    }
}
