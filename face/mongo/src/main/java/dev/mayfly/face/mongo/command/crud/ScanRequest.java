package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.CappedLimits;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.cursor.OpenCursor;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.face.mongo.query.ProjectedCursor;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.query.ScanCursor;
import dev.mayfly.face.mongo.query.ScanToken;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a {@code find} by which it scans a collection piece by piece.
 *
 * @param token the position that an earlier scan has given; null for a scan from the beginning
 * @param includes whether the document at the position is returned as well
 * @param givesTokens whether each batch says where the next scan may resume
 */
record ScanRequest(@Nullable ScanToken token, boolean includes, boolean givesTokens) {
    static final String REQUEST = "$_requestResumeToken";
    static final String RESUME_AFTER = "$_resumeAfter";
    static final String START_AT = "$_startAt";

    private static final String NATURAL = "$natural";
    private static final ScanRequest PLAIN = new ScanRequest(null, false, false);

    /** @throws CommandError for a resumable scan that is none of a whole collection in its natural order */
    static ScanRequest of(CommandRequest request) {
        boolean givesTokens = request.bool(REQUEST, false);
        BsonDocument after = request.tree(RESUME_AFTER).orElse(null);
        BsonDocument at = request.tree(START_AT).orElse(null);
        if (!givesTokens) {
            if (after != null || at != null) {
                throw invalid("'" + REQUEST + "' must be true if 'resumeAfter' or 'startAt' is specified");
            }
            return PLAIN;
        }
        requireNatural(request);
        if (after != null && at != null) {
            throw invalid("cannot use '" + RESUME_AFTER + "' and '" + START_AT + "' together");
        }
        if (after != null) {
            return new ScanRequest(ScanToken.of(after, RESUME_AFTER), false, true);
        }
        return new ScanRequest(at == null ? null : ScanToken.of(at, START_AT), true, true);
    }

    private static void requireNatural(CommandRequest request) {
        BsonValue hint = QueryFields.hint(request);
        if (hint == null || !hint.isDocument() || !isNatural(hint.asDocument())) {
            throw invalid("hint must be {$natural:1} if 'requestResumeToken' is enabled");
        }
        BsonDocument sort = QueryFields.tree(request, "sort");
        if (!sort.isEmpty() && !isNatural(sort)) {
            throw invalid("sort must be unset or {$natural:1} if 'requestResumeToken' is enabled");
        }
        if (request.bool("tailable", false)) {
            throw invalid("a tailable cursor gives no resume tokens");
        }
    }

    private static boolean isNatural(BsonDocument order) {
        return order.size() == 1 && order.containsKey(NATURAL);
    }

    private static CommandError invalid(String text) {
        return new CommandError(MongoCode.BAD_VALUE, text);
    }

    /** Returns the plan of the scan from its position on. */
    Plan resumed(Collection collection, ReadView reading, Plan plan) {
        if (!givesTokens) {
            return plan;
        }
        if (!(plan instanceof Plan.CollectionScan scan)) {
            throw invalid("a query that an index answers gives no resume tokens");
        }
        return token == null ? scan : token.resumed(collection, reading, scan, includes);
    }

    /** Opens the cursor of a query, which may be any. */
    OpenCursor open(
            Collection collection,
            ReadView reading,
            QuerySpec spec,
            Plan plan,
            Function<Document, BsonView> rendering) {
        ScanCursor.Source source = shown ->
                new ProjectedCursor(collection, spec.filter(), Query.open(collection, reading, spec, plan), shown);
        boolean isCapped = CappedLimits.of(reading.record()) != null;
        boolean isScan = plan instanceof Plan.CollectionScan && (spec.sort().isEmpty() || isNatural(spec.sort()));
        return givesTokens || (isCapped && isScan)
                ? new ScanCursor(collection, isCapped, token, givesTokens, rendering, source)
                : source.open(rendering);
    }
}
