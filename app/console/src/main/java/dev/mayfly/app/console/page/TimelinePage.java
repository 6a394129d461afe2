package dev.mayfly.app.console.page;

import dev.mayfly.app.console.text.Times;
import dev.mayfly.face.api.FaceDefinitions;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The home of the console: what expired, and what will, on one axis with now in the middle. */
final class TimelinePage {
    /** The rows of a list of a span, at most. */
    static final int ROWS_MAX = 200;

    /** The pages of a thousand hidden documents that are looked at to list those of a span. */
    private static final int HIDDEN_PAGES = 20;

    private static final JsonMapper MAPPER = new JsonMapper();

    /** The hundredths of what will expire that a span has to reach to fit. */
    private static final long FITTING = 90;

    private final Map<String, FaceDefinitions> definitions;

    TimelinePage(Map<String, FaceDefinitions> definitions) {
        this.definitions = definitions;
    }

    /** The reach of the axis to either side of now, and the length of its buckets. */
    enum Span {
        MINUTES("10m", "10 minutes", "30s", "Each half minute"),
        HOUR("1h", "1 hour", "5m", "Each five minutes"),
        SHIFT("6h", "6 hours", "5m", "Each five minutes"),
        DAY("24h", "24 hours", "15m", "Each quarter of an hour"),
        WEEK("7d", "7 days", "2h", "Each two hours"),
        MONTH("30d", "30 days", "12h", "Each half day"),
        YEAR("365d", "365 days", "7d", "Each week");

        final String reach;
        final String words;
        final String bucket;
        final String title;

        Span(String reach, String words, String bucket, String title) {
            this.reach = reach;
            this.words = words;
            this.bucket = bucket;
            this.title = title;
        }

        /** Returns the words for its length, as in: the past hour, the next 6 hours. */
        String length() {
            return words.replaceFirst("^1 ", "");
        }

        /** Returns the span of this reach, or null. */
        static @Nullable Span of(String reach) {
            for (Span span : values()) {
                if (span.reach.equals(reach)) {
                    return span;
                }
            }
            return null;
        }

        long millis() {
            return Times.duration(reach).toMillis();
        }

        private Map<String, String> axis() {
            return Map.of("from", "-" + reach, "until", reach, "bucket", bucket);
        }
    }

    /**
     * The model of the page.
     *
     * @param collections the names of all of them
     * @param chosen the collection shown, or empty for all
     * @param counts live, in grace and overdue
     * @param standing whether the plot shows the hidden documents still stored
     * @param uncounted the number of documents not looked at yet, while a large collection is being counted
     * @param isFitted whether the span was chosen for what there is, not by the visitor
     * @param hidden what is in grace, told apart
     * @param doomed the lists of what expires next and what did last
     * @param undoable the last changes that can be undone
     * @param plot the rows of the plot as JSON, or empty if there is none
     */
    record Model(
            List<String> collections,
            String chosen,
            Span span,
            Facts counts,
            long due,
            long dueBytes,
            long expired,
            long purged,
            boolean exact,
            boolean standing,
            long uncounted,
            String plot,
            boolean isFitted,
            HiddenParts hidden,
            DoomedPart.Model doomed,
            List<UndoBanner> undoable,
            String complaint) {}

    /** One document of a span. */
    record Row(String id, CollectionPath path, String link, long deadline, long bytes, String state) {}

    Html show(Visit visit) {
        Model model = model(visit);
        Frame frame = Frame.of(visit, "Timeline", "timeline");
        return out -> JtetimelineGenerated.render(out, NoInterceptor.INSTANCE, frame, model);
    }

    private Model model(Visit visit) {
        List<Facts> collections = CollectionsPage.all(visit);
        List<String> names =
                collections.stream().map(each -> CollectionPath.of(each).name()).toList();
        String chosen = names.contains(visit.query("collection")) ? visit.query("collection") : "";
        Facts counts = collections.stream()
                .filter(each -> CollectionPath.of(each).name().equals(chosen))
                .findFirst()
                .orElseGet(() -> visit.api().get("/api/v1/status").required().at("documents"));
        String path =
                chosen.isEmpty() ? "/api/v1" : CollectionPath.named(chosen).api();
        Span wanted = Span.of(visit.query("span"));
        Span span = wanted == null ? fitting(visit, path) : wanted;
        ApiAnswer answer = visit.api().get(path + "/forecast", span.axis());
        Facts forecast = answer.orNothing();
        Totals totals = new Totals(forecast);
        return new Model(
                names,
                chosen,
                span,
                counts,
                totals.due,
                totals.dueBytes,
                totals.expired,
                totals.purged,
                forecast.is("exact"),
                !answer.isFine() || forecast.is("standing"),
                forecast.at("uncounted").number("documents"),
                answer.isFine() ? rows(forecast) : "",
                wanted == null,
                HiddenParts.of(collections, chosen, definitions),
                DoomedPart.model(visit, chosen),
                UndoBanner.all(visit, collections),
                answer.isFine() ? "" : answer.complaint());
    }

    /** Returns the shortest span within which nearly all that will expire does so; a day where nothing will. */
    private static Span fitting(Visit visit, String path) {
        Facts year = visit.api()
                .get(path + "/forecast", Map.of("from", "0s", "until", "365d", "bucket", "1d"))
                .orNothing();
        Span coarse = fitting(year, List.of(Span.DAY, Span.WEEK, Span.MONTH, Span.YEAR));
        if (coarse != Span.DAY) {
            return coarse;
        }
        Facts day = visit.api()
                .get(path + "/forecast", Map.of("from", "0s", "until", "24h", "bucket", "5m"))
                .orNothing();
        return fitting(day, List.of(Span.MINUTES, Span.HOUR, Span.SHIFT, Span.DAY));
    }

    private static Span fitting(Facts forecast, List<Span> spans) {
        long now = forecast.instant("now");
        long all = forecast.list("buckets").stream()
                .mapToLong(bucket -> bucket.number("documents"))
                .sum();
        if (all == 0) {
            return Span.DAY;
        }
        for (Span span : spans) {
            long within = forecast.list("buckets").stream()
                    .filter(bucket -> bucket.instant("from") < now + span.millis())
                    .mapToLong(bucket -> bucket.number("documents"))
                    .sum();
            if (within * 100 >= all * FITTING) {
                return span;
            }
        }
        return spans.getLast();
    }

    /** Sums of the buckets. */
    private static final class Totals {
        private long due;
        private long dueBytes;
        private long expired;
        private long purged;

        Totals(Facts forecast) {
            for (Facts bucket : forecast.list("buckets")) {
                due += bucket.number("documents");
                dueBytes += bucket.number("bytes");
                expired += bucket.number("expired");
                purged += bucket.number("purged");
            }
        }
    }

    /** The buckets as columns: a plot of two days is a few kilobytes. */
    static String rows(Facts forecast) {
        ObjectNode plot = MAPPER.createObjectNode();
        plot.put("now", forecast.instant("now") / 1000);
        plot.put("bucket", forecast.number("bucketMillis") / 1000);
        ArrayNode from = plot.putArray("from");
        Map<String, ArrayNode> columns = new HashMap<>();
        List<String> names = List.of(
                "documents",
                "bytes",
                "expired",
                "purged",
                "expiredBytes",
                "purgedBytes",
                "grace",
                "graceBytes",
                "overdue",
                "overdueBytes",
                "waiting",
                "waitingBytes");
        names.forEach(name -> columns.put(name, plot.putArray(name)));
        for (Facts bucket : forecast.list("buckets")) {
            from.add(bucket.instant("from") / 1000);
            columns.forEach((name, column) -> column.add(bucket.number(name)));
        }
        return MAPPER.writeValueAsString(plot);
    }

    /** The documents of a span: a part of the page. */
    Html range(Visit visit) {
        long now = visit.api().get("/api/v1/clock").required().instant("now");
        long from = instant(visit.query("from"), now);
        long until = instant(visit.query("until"), now);
        if (until <= from) {
            throw new PageException(400, "the span ends before it begins");
        }
        List<Row> rows = new ArrayList<>();
        for (Facts each : CollectionsPage.all(visit)) {
            CollectionPath path = CollectionPath.of(each);
            boolean isWanted = visit.query("collection").isEmpty()
                    || visit.query("collection").equals(path.name());
            if (isWanted && each.number("live") + each.number("hidden") > 0) {
                addLive(visit, path, from, until, rows);
                addHidden(visit, path, from, until, rows);
            }
        }
        rows.sort(Comparator.comparingLong(Row::deadline));
        boolean more = rows.size() > ROWS_MAX;
        List<Row> shown = List.copyOf(rows.subList(0, Math.min(rows.size(), ROWS_MAX)));
        String words = "From " + Show.instant(from) + " until " + Show.instant(until) + " UTC"
                + (from < now ? "; what is destroyed by now is not listed" : "");
        return out -> JterangeGenerated.render(out, NoInterceptor.INSTANCE, words, shown, more);
    }

    private static void addLive(Visit visit, CollectionPath path, long from, long until, List<Row> rows) {
        Map<String, String> query = Map.of(
                "order", "expiry",
                "from", Show.iso(from),
                "until", Show.iso(until),
                "preview", "0",
                "limit", Integer.toString(ROWS_MAX + 1));
        for (Facts each :
                visit.api().get(path.api() + "/documents", query).orNothing().list("items")) {
            rows.add(row(path, each, ""));
        }
    }

    /** Queue by queue: what is looked for may stand behind a lot that is older, but not behind any number of it. */
    private static void addHidden(Visit visit, CollectionPath path, long from, long until, List<Row> rows) {
        Map<String, String> query = new HashMap<>(Map.of("limit", "1000"));
        for (int page = 0; page < HIDDEN_PAGES && rows.size() <= ROWS_MAX; page++) {
            Facts hidden = visit.api().get(path.api() + "/hidden", query).orNothing();
            for (Facts each : hidden.list("items")) {
                long deadline = each.instant("deadline");
                if (deadline >= from && deadline < until) {
                    rows.add(row(path, each, each.is("held") ? "held" : "expired"));
                }
            }
            if (hidden.text("next").isEmpty()) {
                return;
            }
            query.put("after", hidden.text("next"));
        }
    }

    private static Row row(CollectionPath path, Facts each, String state) {
        String id = each.text("id");
        String link = path.page() + "/documents?id=" + CollectionPath.encoded(id);
        return new Row(id, path, link, each.instant("deadline"), each.number("bytes"), state);
    }

    /** An instant, or a duration from now such as {@code -1h}. */
    private static long instant(String text, long now) {
        try {
            if (text.startsWith("-")) {
                return now - Times.duration(text.substring(1)).toMillis();
            }
            boolean isDuration = !text.isEmpty() && text.length() < 8;
            Instant until = isDuration ? Instant.ofEpochMilli(now).plus(Times.duration(text)) : Times.instant(text);
            return until.toEpochMilli();
        } catch (DateTimeException | ArithmeticException wrong) {
            throw new PageException(400, String.valueOf(wrong.getMessage()));
        }
    }
}
