package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.ArrayList;
import java.util.List;

/** Loops over arrays in step, for as long as each of them has an element. */
final class Loops {
    private final List<Loop> loops;

    Loops(List<Loop> loops) {
        this.loops = List.copyOf(loops);
    }

    /**
     * One of them.
     *
     * @param name where the name or index of each element goes, or -1
     */
    record Loop(int name, int variable, boolean within, Scalar in) {}

    /** Takes each step in turn. */
    @FunctionalInterface
    interface Body {
        /** Returns whether to continue. */
        boolean step();
    }

    /** MISSING or NULL when something that is run over is that; else true, when the body was asked. */
    N1qlValue run(Frame frame, Body body) {
        List<List<Descendants.Pair>> columns = new ArrayList<>(loops.size());
        N1qlValue unknown = N1qlValues.TRUE;
        int steps = Integer.MAX_VALUE;
        for (Loop loop : loops) {
            N1qlValue over = loop.in.of(frame);
            if (over.isMissing()) {
                return over;
            }
            boolean fits = loop.within || loop.name >= 0 ? Descendants.isTree(over) : over instanceof N1qlArray;
            if (!fits) {
                unknown = N1qlValues.NULL;
                continue;
            }
            List<Descendants.Pair> column = loop.within ? Descendants.pairs(over) : Descendants.children(over);
            columns.add(column);
            steps = Math.min(steps, column.size());
        }
        if (unknown.isNull()) {
            return unknown;
        }
        run(frame, columns, steps, body);
        return N1qlValues.TRUE;
    }

    private void run(Frame frame, List<List<Descendants.Pair>> columns, int steps, Body body) {
        RequestGuard guard = RequestGuard.current();
        for (int step = 0; step < steps; step++) {
            guard.step();
            for (int i = 0; i < columns.size(); i++) {
                Loop loop = loops.get(i);
                Descendants.Pair pair = columns.get(i).get(step);
                frame.set(loop.variable, pair.value());
                if (loop.name >= 0) {
                    frame.set(loop.name, pair.name());
                }
            }
            if (!body.step()) {
                return;
            }
        }
    }
}
