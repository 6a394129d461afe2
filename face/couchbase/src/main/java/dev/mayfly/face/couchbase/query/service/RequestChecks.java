package dev.mayfly.face.couchbase.query.service;

import static dev.mayfly.face.couchbase.query.service.RequestParameter.CLIENT_CONTEXT_ID;
import static dev.mayfly.face.couchbase.query.service.RequestParameter.COMPRESSION;
import static dev.mayfly.face.couchbase.query.service.RequestParameter.DURABILITY_LEVEL;
import static dev.mayfly.face.couchbase.query.service.RequestParameter.ENCODING;
import static dev.mayfly.face.couchbase.query.service.RequestParameter.FORMAT;
import static dev.mayfly.face.couchbase.query.service.RequestParameter.PREPARED;
import static dev.mayfly.face.couchbase.query.service.RequestParameter.PROFILE;
import static dev.mayfly.face.couchbase.query.service.RequestParameter.READONLY;
import static dev.mayfly.face.couchbase.query.service.RequestParameter.SCAN_CONSISTENCY;
import static dev.mayfly.face.couchbase.query.service.RequestParameter.SCAN_VECTOR;
import static dev.mayfly.face.couchbase.query.service.RequestParameter.SCAN_VECTORS;
import static dev.mayfly.face.couchbase.query.service.RequestParameter.STATEMENT;

import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.Locale;
import java.util.Set;

/** The rules for the parameters of a request, each and together. */
final class RequestChecks {
    private static final Set<String> CONSISTENCIES =
            Set.of("not_bounded", "at_plus", "request_plus", "statement_plus", "scan_plus");
    private static final Set<String> DURABILITIES = Set.of(
            "none",
            "majority",
            "majorityAndPersistActive",
            "majorityandpersistactive",
            "persistToMajority",
            "persisttomajority");
    private static final int INVALID_VALUE = 1090;

    private RequestChecks() {}

    static void check(QueryRequest request, String method) {
        if (!request.has(STATEMENT) && !request.has(PREPARED)) {
            throw RequestErrors.missing("statement or prepared");
        }
        if (request.has(STATEMENT) && request.has(PREPARED)) {
            throw RequestErrors.multiple("statement and prepared");
        }
        if (method.equals("GET") && !request.flag(READONLY, true)) {
            throw new N1qlException(
                    INVALID_VALUE, "readonly = false is invalid. This cannot be used with HTTP GET method.");
        }
        request.context();
        checkClientId(request);
        checkConsistency(request);
        checkShape(request);
    }

    private static void checkClientId(QueryRequest request) {
        String id = request.text(CLIENT_CONTEXT_ID);
        if (id.indexOf('"') >= 0 || id.indexOf('\\') >= 0) {
            throw RequestErrors.clientId();
        }
    }

    /** Every read here sees what was written before it, so that each level is met; still it must be one. */
    private static void checkConsistency(QueryRequest request) {
        String level = request.text(SCAN_CONSISTENCY).toLowerCase(Locale.ROOT);
        if (!level.isEmpty() && !CONSISTENCIES.contains(level)) {
            throw RequestErrors.unknownValue("scan_consistency", request.text(SCAN_CONSISTENCY));
        }
        if (request.has(SCAN_VECTOR) && request.has(SCAN_VECTORS)) {
            throw RequestErrors.multiple("scan_vector and scan_vectors");
        }
        if (level.equals("at_plus") && !request.has(SCAN_VECTOR) && !request.has(SCAN_VECTORS)) {
            throw RequestErrors.missing("scan_vector");
        }
    }

    private static void checkShape(QueryRequest request) {
        requireOnly(request, FORMAT, "JSON", Set.of("XML", "CSV", "TSV"));
        requireOnly(request, ENCODING, "UTF-8", Set.of());
        requireOnly(request, COMPRESSION, "NONE", Set.of("ZIP", "RLE", "LZMA", "LZO"));
        String profile = request.text(PROFILE);
        if (!profile.isEmpty() && !Set.of("off", "phases", "timings").contains(profile)) {
            throw RequestErrors.unknownValue("profile", profile);
        }
        String durability = request.text(DURABILITY_LEVEL);
        if (!durability.isEmpty() && !DURABILITIES.contains(durability)) {
            throw RequestErrors.badValue("durability_level", "durability_level is invalid");
        }
    }

    private static void requireOnly(
            QueryRequest request, RequestParameter parameter, String only, Set<String> elsewhere) {
        String value = request.text(parameter);
        String upper = value.toUpperCase(Locale.ROOT);
        if (value.isEmpty() || upper.equals(only)) {
            return;
        }
        throw elsewhere.contains(upper)
                ? RequestErrors.notImplemented(parameter.parameterName(), value)
                : RequestErrors.unknownValue(parameter.parameterName(), value);
    }
}
