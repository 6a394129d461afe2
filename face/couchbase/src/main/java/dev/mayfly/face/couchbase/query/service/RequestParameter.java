package dev.mayfly.face.couchbase.query.service;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a request. Those without use here, such as hints, are checked and then ignored. */
enum RequestParameter {
    STATEMENT(Form.TEXT),
    PREPARED(Form.TEXT),
    ENCODED_PLAN(Form.TEXT),
    ARGS(Form.JSON),
    CREDS(Form.JSON),
    QUERY_CONTEXT(Form.TEXT),
    NAMESPACE(Form.TEXT),
    TIMEOUT(Form.DURATION),
    READONLY(Form.BOOLEAN),
    METRICS(Form.BOOLEAN),
    PRETTY(Form.BOOLEAN),
    SIGNATURE(Form.BOOLEAN),
    CLIENT_CONTEXT_ID(Form.TEXT),
    PRESERVE_EXPIRY(Form.BOOLEAN),
    DURABILITY_LEVEL(Form.TEXT),
    AUTO_EXECUTE(Form.BOOLEAN),
    ERROR_LIMIT(Form.INTEGER),
    SCAN_CONSISTENCY(Form.TEXT),
    SCAN_VECTOR(Form.JSON),
    SCAN_VECTORS(Form.JSON),
    SCAN_WAIT(Form.DURATION),
    FORMAT(Form.TEXT),
    ENCODING(Form.TEXT),
    COMPRESSION(Form.TEXT),
    TXID(Form.TEXT),
    /**
     * An extension: statements of one group belong to the transaction that was begun in it last, so that no client has
     * to carry its id.
     */
    TXGROUP(Form.JSON),
    TXIMPLICIT(Form.BOOLEAN),
    TXSTMTNUM(Form.INTEGER),
    TXTIMEOUT(Form.DURATION),
    TXDATA(Form.JSON),
    KVTIMEOUT(Form.DURATION),
    SCANREPORT_WAIT(Form.DURATION),
    ATRCOLLECTION(Form.TEXT),
    NUMATRS(Form.INTEGER),
    AUTO_PREPARE(Form.BOOLEAN),
    CONTROLS(Form.BOOLEAN),
    PROFILE(Form.TEXT),
    MAX_PARALLELISM(Form.INTEGER),
    SCAN_CAP(Form.INTEGER),
    PIPELINE_CAP(Form.INTEGER),
    PIPELINE_BATCH(Form.INTEGER),
    MEMORY_QUOTA(Form.INTEGER),
    N1QL_FEAT_CTRL(Form.INTEGER),
    MAX_INDEX_API(Form.INTEGER),
    USE_FTS(Form.BOOLEAN),
    USE_CBO(Form.BOOLEAN),
    USE_REPLICA(Form.TEXT),
    SORT_PROJECTION(Form.BOOLEAN),
    DURATION_STYLE(Form.TEXT),
    LOGLEVEL(Form.TEXT);

    /** The forms of a value. */
    enum Form {
        TEXT,
        INTEGER,
        BOOLEAN,
        DURATION,
        JSON
    }

    private static final Map<String, RequestParameter> BY_NAME = new HashMap<>();

    static {
        for (RequestParameter parameter : values()) {
            BY_NAME.put(parameter.parameterName(), parameter);
        }
    }

    private final Form form;

    RequestParameter(Form form) {
        this.form = form;
    }

    Form form() {
        return form;
    }

    String parameterName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The parameter of this name without regard to case, or null. */
    static @Nullable RequestParameter of(String name) {
        return BY_NAME.get(name.toLowerCase(Locale.ROOT));
    }
}
