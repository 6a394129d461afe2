package dev.mayfly.bench.drivers;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ours and a rival at their work: both are warmed up, then their rounds alternate, so that whatever else the machine does
 * meets both.
 *
 * @param rival null where it cannot be had, and ours is measured alone
 * @param threads of the generator
 */
record Pairing(Contestant<?> ours, @Nullable Contestant<?> rival, int threads) {
    /** The medians of both sides. */
    record Result(Figure ours, @Nullable Figure rivals) {}

    Result measure(Options options) throws Exception {
        Round mine = new Round(ours, threads);
        mine.warmUp(options.warmUp());
        if (rival == null) {
            List<Figure> figures = new ArrayList<>();
            for (int round = 0; round < options.rounds(); round++) {
                figures.add(mine.measure(options.round()));
            }
            return new Result(Figure.median(figures), null);
        }
        Round theirs = new Round(rival, threads);
        theirs.warmUp(options.warmUp());
        List<Figure> myFigures = new ArrayList<>();
        List<Figure> theirFigures = new ArrayList<>();
        for (int round = 0; round < options.rounds(); round++) {
            myFigures.add(mine.measure(options.round()));
            theirFigures.add(theirs.measure(options.round()));
        }
        return new Result(Figure.median(myFigures), Figure.median(theirFigures));
    }
}
