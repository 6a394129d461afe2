package dev.mayfly.engine.vector;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.VectorMetric;
import dev.mayfly.engine.read.Document;
import org.jspecify.annotations.Nullable;

/** A search for the documents whose vectors at a path are nearest to one. Used by one thread. */
public interface NearestSearch {
    /** The path of the vectors, through objects alone. */
    FieldPath path();

    /** The vector that is searched for; not to be changed. */
    double[] vector();

    VectorMetric metric();

    /** The number of documents that are wanted. */
    int limit();

    /** Returns the numbers of a value at the path; null if it is no vector. A pure function, the same for every search of a path. */
    double @Nullable [] numbersOf(View value);

    /** Returns the score of a document, the greatest for the nearest; not a number for one that is not searched for. */
    double score(Document document);

    /**
     * Returns true if documents are searched for as well that have no vector of so many dimensions at the path, or one without a
     * length; the score of each is asked for.
     */
    default boolean wantsOthers() {
        return false;
    }

    /** Returns the score of a document for which the metric has this value. Never falls as the value gets nearer. */
    double scoreOf(double value);
}
