package dev.mayfly.face.mongo.command;

/** Commands that find or mark documents whose text stands in some relation to the text {@code X}, under a collation. */
final class CollationQuestions {
    private CollationQuestions() {}

    /** Finds the documents whose text {@code t} stands so to the text {@code X}. */
    static final String[] EQUAL = {
        "{find: 'c', filter: {t: X}}",
        "{find: 'c', filter: {t: {$in: [X, 7]}}}",
        "{find: 'c', filter: {$nor: [{t: {$ne: X}}]}}",
        "{find: 'c', filter: {l: {$elemMatch: {$eq: X}}}}",
        "{find: 'c', filter: {d: {t: X}}}",
        "{find: 'c', filter: {$expr: {$eq: ['$t', X]}}}",
        "{find: 'c', filter: {$expr: {$in: [X, '$l']}}}",
        "{find: 'c', filter: {$expr: {$eq: [{$indexOfArray: ['$l', X]}, 0]}}}",
        "{find: 'c', filter: {$expr: {$setIsSubset: ['$l', [X]]}}}",
        "{find: 'c', filter: {$expr: {$setEquals: ['$l', [X]]}}}",
        "{find: 'c', filter: {$expr: {$eq: [{$size: {$setUnion: ['$l', [X]]}}, 1]}}}",
        "{find: 'c', filter: {$expr: {$eq: [{$size: {$setIntersection: ['$l', [X]]}}, 1]}}}",
        "{find: 'c', filter: {$expr: {$eq: [{$size: {$setDifference: ['$l', [X]]}}, 0]}}}",
        "{find: 'c', filter: {$expr: {$eq: [{$cmp: ['$t', X]}, 0]}}}",
        "{find: 'c', filter: {$expr: {$switch: {branches: [{case: {$eq: ['$t', X]}, then: true}], default: false}}}}",
        "{find: 'i', filter: {t: X}}",
        "{find: 'i', filter: {t: X}, hint: {t: 1}}",
        "{find: 'i', filter: {l: X}, hint: 'l_1'}",
        "{find: 'p', filter: {t: X}, hint: 't_1'}",
        "{aggregate: 'c', pipeline: [{$match: {t: X}}]}",
        "{aggregate: 'c', pipeline: [{$project: {u: '$t'}}, {$match: {u: X}}]}",
        "{aggregate: 'c', pipeline: [{$unwind: '$l'}, {$match: {l: X}}]}",
        "{aggregate: 'c', pipeline: [{$group: {_id: '$_id', t: {$first: '$t'}}}, {$match: {t: X}}]}",
        "{aggregate: 'c', pipeline: [{$group: {_id: '$t', n: {$push: '$_id'}}}, {$match: {_id: X}}, {$unwind: '$n'}, {$project: {_id: '$n'}}]}",
        "{aggregate: 'c', pipeline: [{$facet: {f: [{$match: {t: X}}]}}, {$unwind: '$f'}, {$replaceWith: '$f'}]}",
        "{aggregate: 'c', pipeline: [{$redact: {$cond: [{$eq: ['$k', X]}, '$$KEEP', '$$PRUNE']}}]}",
        "{aggregate: 'c', pipeline: [{$bucket: {groupBy: {$eq: ['$t', X]}, boundaries: [false, true], default: 'is', output: {n: {$push: '$_id'}}}}, {$match: {_id: 'is'}}, {$unwind: '$n'}, {$project: {_id: '$n'}}]}",
        "{aggregate: 'k', pipeline: [{$lookup: {from: 'c', localField: 'x', foreignField: 't', as: 'r'}}, {$unwind: '$r'}, {$replaceWith: '$r'}]}",
        "{aggregate: 'k', pipeline: [{$lookup: {from: 'i', localField: 'x', foreignField: 't', as: 'r'}}, {$unwind: '$r'}, {$replaceWith: '$r'}]}",
        "{aggregate: 'k', pipeline: [{$lookup: {from: 'c', pipeline: [{$match: {t: X}}], as: 'r'}}, {$unwind: '$r'}, {$replaceWith: '$r'}]}",
        "{aggregate: 'k', pipeline: [{$lookup: {from: 'c', let: {x: '$x'}, pipeline: [{$project: {t: 1}}, {$match: {$expr: {$eq: ['$t', '$$x']}}}], as: 'r'}}, {$unwind: '$r'}, {$replaceWith: '$r'}]}",
        "{aggregate: 'k', pipeline: [{$graphLookup: {from: 'c', startWith: '$x', connectFromField: 'none', connectToField: 't', as: 'r'}}, {$unwind: '$r'}, {$replaceWith: '$r'}]}",
        "{aggregate: 'k', pipeline: [{$match: {x: 0}}, {$unionWith: {coll: 'c', pipeline: [{$match: {t: X}}]}}]}",
        "{aggregate: 'k', pipeline: [{$match: {x: 0}}, {$unionWith: {coll: 'c', pipeline: [{$project: {u: '$t'}}, {$match: {u: X}}]}}]}",
        "{find: 'c', filter: {}, projection: {l: {$elemMatch: {$eq: X}}}, keep: 'l'}",
        "{find: 'c', filter: {l: X}, projection: {'l.$': 1}}",
    };

    /** Gives the documents whose text is equal to {@code X} a mark, or takes it from the others. */
    static final String[] MARKING = {
        "{q: {t: X}, u: {$set: {hit: 1}}, multi: true}",
        "{q: {l: X}, u: {$set: {'l.$': 1, hit: 1}}, multi: true}",
        "{q: {}, u: [{$set: {hit: {$cond: [{$eq: ['$t', X]}, 1, '$$REMOVE']}}}], multi: true}",
        "{q: {}, u: {$pull: {l: X}}, multi: true}",
        "{q: {}, u: {$pull: {l: {$in: [X]}}}, multi: true}",
        "{q: {}, u: {$pullAll: {l: [X]}}, multi: true}",
        "{q: {}, u: {$pull: {e: {t: X}}}, multi: true}",
        "{q: {}, u: {$set: {'l.$[e]': 1}}, arrayFilters: [{e: X}], multi: true}",
    };

    static final String[] RELATIONS = {"$lt", "$lte", "$gt", "$gte"};

    static final String[] ORDERED = {
        "{find: 'c', filter: {t: {R: X}}}",
        "{find: 'i', filter: {t: {R: X}}}",
        "{find: 'i', filter: {t: {R: X}}, hint: {t: 1}}",
        "{find: 'c', filter: {$expr: {R: ['$t', X]}}}",
        "{aggregate: 'c', pipeline: [{$project: {u: '$t'}}, {$match: {u: {R: X}}}]}",
        "{find: 'c', filter: {l: {$elemMatch: {R: X}}}}",
    };
}
