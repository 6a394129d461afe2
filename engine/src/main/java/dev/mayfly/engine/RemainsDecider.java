package dev.mayfly.engine;

import org.jspecify.annotations.Nullable;

/** Decides what to write by all there is of a key, what documents have left included. May be asked several times. */
@FunctionalInterface
public interface RemainsDecider extends Decider {
    Decision decide(Remains remains, Reading reading);

    @Override
    default Decision decide(@Nullable Document current, Reading reading) {
        return decide(current == null ? Remains.Nothing.NOTHING : new Remains.Live(current), reading);
    }
}
