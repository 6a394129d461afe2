package dev.mayfly.app.console;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineError;
import dev.mayfly.engine.EngineException;
import dev.mayfly.engine.forecast.Amount;
import dev.mayfly.engine.forecast.Forecast;
import dev.mayfly.engine.forecast.ForecastRange;
import dev.mayfly.engine.forecast.Past;
import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What expires when, and what has: past and future on one axis. */
final class ForecastRoutes {
    /** The parameters by which the axis is chosen. */
    static final String[] PARAMETERS = {"from", "until", "bucket"};

    private static final String FROM = "0s";
    private static final String UNTIL = "24h";
    private static final String BUCKET = "1h";

    private final Engine engine;
    private final Finder finder;

    ForecastRoutes(AdminServices services) {
        this.engine = services.engine();
        this.finder = new Finder(services.engine(), services.keys());
    }

    /** Documents, and how much is stored of them. */
    record AmountView(long documents, long bytes) {
        static AmountView of(Amount amount) {
            return new AmountView(amount.documents(), amount.bytes());
        }
    }

    /**
     * What falls due in a bucket, and what expired and was destroyed in it.
     *
     * @param documents what falls due from now on
     */
    record BucketView(
            @Nullable InstantView from,
            long documents,
            long bytes,
            long expired,
            long expiredBytes,
            long purged,
            long purgedBytes) {}

    /**
     * A forecast.
     *
     * @param sooner what falls due between now and the first bucket
     * @param uncounted what is not looked at yet, while a large collection is being counted; null once all is
     */
    record ForecastView(
            @Nullable InstantView from,
            @Nullable InstantView until,
            @Nullable InstantView now,
            long bucketMillis,
            boolean exact,
            List<BucketView> buckets,
            AmountView overdue,
            AmountView sooner,
            AmountView beyond,
            AmountView never,
            @Nullable AmountView uncounted) {
        static ForecastView of(Forecast forecast, Past past) {
            ForecastRange range = forecast.range();
            List<BucketView> buckets = new ArrayList<>(range.buckets());
            for (int bucket = 0; bucket < range.buckets(); bucket++) {
                Amount due = forecast.buckets().get(bucket);
                Amount expired = past.expired().get(bucket);
                Amount purged = past.purged().get(bucket);
                buckets.add(new BucketView(
                        InstantView.of(range.begin(bucket)),
                        due.documents(),
                        due.bytes(),
                        expired.documents(),
                        expired.bytes(),
                        purged.documents(),
                        purged.bytes()));
            }
            return new ForecastView(
                    InstantView.of(range.from()),
                    InstantView.of(range.until()),
                    InstantView.of(forecast.asOf()),
                    range.bucketMillis(),
                    forecast.exact(),
                    buckets,
                    AmountView.of(forecast.overdue()),
                    AmountView.of(forecast.sooner()),
                    AmountView.of(forecast.beyond()),
                    AmountView.of(forecast.never()),
                    forecast.isWhole() ? null : AmountView.of(forecast.uncounted()));
        }
    }

    HttpResponse ofCollection(HttpRequest request) {
        Collection collection = finder.collection(request);
        ForecastRange range = range(request, engine.clock().wallMillis());
        return Answers.json(
                200, ForecastView.of(collection.forecast(collection.reading(), range), collection.past(range)));
    }

    HttpResponse ofAll(HttpRequest request) {
        long now = engine.clock().wallMillis();
        ForecastRange range = range(request, now);
        List<Amount> nothing = Collections.nCopies(range.buckets(), Amount.NOTHING);
        Forecast forecast =
                new Forecast(
                        range,
                        now,
                        nothing,
                        Amount.NOTHING,
                        Amount.NOTHING,
                        Amount.NOTHING,
                        Amount.NOTHING,
                        Amount.NOTHING,
                        true);
        Past past = new Past(range, nothing, nothing);
        for (Collection collection : engine.catalog().all()) {
            try {
                Forecast next = collection.forecast(collection.reading(), range);
                past = past.plus(collection.past(range));
                forecast = forecast.plus(next);
            } catch (EngineException gone) {
                if (!(gone.error() instanceof EngineError.CollectionMissing)) {
                    throw gone;
                }
            }
        }
        return Answers.json(200, ForecastView.of(forecast, past));
    }

    /** The axis, its buckets at whole multiples of their length. */
    static ForecastRange range(HttpRequest request, long now) {
        String bucketText = given(request, "bucket", BUCKET);
        try {
            long bucket = Times.duration(bucketText).toMillis();
            long from = instant(given(request, "from", FROM), now);
            long until = instant(given(request, "until", UNTIL), now);
            if (bucket <= 0) {
                throw AdminException.badRequest("bucket: it lasts no time");
            }
            return new ForecastRange(Math.floorDiv(from, bucket) * bucket, until, bucket);
        } catch (DateTimeException | ArithmeticException wrong) {
            throw AdminException.badRequest(String.valueOf(wrong.getMessage()));
        } catch (IllegalArgumentException _) {
            throw AdminException.badRequest("from lies before until, and there are at most " + ForecastRange.BUCKETS_MAX
                    + " buckets between them");
        }
    }

    private static String given(HttpRequest request, String name, String otherwise) {
        String text = request.queryValue(name);
        return text == null ? otherwise : text;
    }

    /** An instant, or a time from now such as {@code 24h} or {@code -24h}. */
    private static long instant(String text, long now) {
        boolean past = text.startsWith("-");
        try {
            Duration distance = Times.duration(past ? text.substring(1) : text);
            return past ? now - distance.toMillis() : now + distance.toMillis();
        } catch (DateTimeException _) {
            return Times.instant(text).toEpochMilli();
        }
    }
}
