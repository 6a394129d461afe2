package dev.mayfly.app.console.page;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The page that shows whether sweeping keeps up. */
final class HealthPage {
    private static final long MINUTE_SECONDS = 60;
    private static final int FREQUENT = 3;
    private static final int SHOWN = 100;
    private static final Comparator<Facts> WORST_FIRST = Comparator.comparingLong(
                    (Facts each) -> each.number("backlog"))
            .thenComparingLong(each -> each.number("grace"))
            .thenComparingLong(each -> each.number("announced"))
            .reversed();

    /** The model of the page. */
    record Model(Facts status, Facts load, List<Facts> collections, int all, List<Bar> lag) {
        boolean isFine() {
            return state().equals("ok");
        }

        Facts purge() {
            return load.at("purge");
        }

        /** What scripts of clients have done since the start. */
        Facts scripts() {
            return load.at("scripts");
        }

        /** Destroyed a second, over the past minute. */
        double pace() {
            List<Facts> slots = purge().list("documents");
            long seconds = purge().number("slotMillis") / 1_000;
            int count = (int) Math.min(slots.size(), MINUTE_SECONDS / Math.max(1, seconds));
            long documents = slots.subList(slots.size() - count, slots.size()).stream()
                    .mapToLong(each -> each.node().longValue())
                    .sum();
            return (double) documents / MINUTE_SECONDS;
        }

        /** The kinds of requests that a face gets most. */
        List<Facts> frequent(String face) {
            return load.list("requests").stream()
                    .filter(each -> each.text("face").equals(face))
                    .limit(FREQUENT)
                    .toList();
        }

        String pacePlot() {
            return purge().node().toString();
        }

        boolean hasPurged() {
            return purge().list("documents").stream()
                    .anyMatch(each -> each.node().longValue() > 0);
        }

        private String state() {
            return status.at("sweeper").text("state");
        }

        String stateWords() {
            return switch (state()) {
                case "ok" -> "Keeps up";
                case "paused" -> "Paused";
                case "suspect" -> "Clock is suspect";
                case "clock_behind" -> "Clock stepped back";
                case "behind" -> "Behind";
                default -> Show.title(state().replace('_', ' '));
            };
        }
    }

    Html show(Visit visit) {
        Facts status = visit.api().get("/api/v1/status").required();
        List<Facts> collections = visit.api()
                .get("/api/v1/health/collections", Map.of("limit", "1000"))
                .orNothing()
                .list("items");
        List<Bar> lag = lag(collections);
        List<Facts> worst =
                collections.stream().sorted(WORST_FIRST).limit(SHOWN).toList();
        Model model =
                new Model(status, visit.api().get("/api/v1/health/load").orNothing(), worst, collections.size(), lag);
        Frame frame = Frame.of(visit, "Health", "health");
        return out -> JtehealthGenerated.render(out, NoInterceptor.INSTANCE, frame, model);
    }

    /** The histograms of all collections as one. */
    private static List<Bar> lag(List<Facts> collections) {
        Map<Long, Long> sums = new TreeMap<>();
        for (Facts collection : collections) {
            for (Facts step : collection.list("lag")) {
                long end = step.has("leMillis") ? step.number("leMillis") : Long.MAX_VALUE;
                sums.merge(end, step.number("documents"), Long::sum);
            }
        }
        List<String> words = sums.keySet().stream()
                .map(end -> end == Long.MAX_VALUE ? "longer" : "up to " + Show.duration(end))
                .toList();
        List<Bar> bars = Bar.of(words, List.copyOf(sums.values()));
        return Bar.areEmpty(bars) ? List.of() : bars;
    }
}
