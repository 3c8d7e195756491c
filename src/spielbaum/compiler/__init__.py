"""The compiler of rule functions: natural Python to LLVM, without Numba.

Rules are written as anyone writes Python: with lists, sets, generators that are left early, tables of neighbours and
``None``. The compiler walks over the syntax tree of a function once, finds the type of each value, and writes LLVM's
language:

- Generators are inlined into the loops over them, nested functions into their callers.
- Lists, sets, dictionaries and deques lie in the region of a kernel (:mod:`spielbaum.kernel.region`).
- Captured tables and dictionaries become constants of the module.
- Indexes, divisors, keys and ``None`` are checked, and raise what the interpreter raises.

What it cannot compile it refuses with one sentence: function, file, line, and what to write instead.

The modules in the order in which to read them; each imports only from those before it:

- What there is: ``types``, ``values``, ``library`` (in Python), ``source`` (syntax trees) and ``code`` (LLVM).
- The state of a translation: ``emitter``.
- Small parts: ``bools``, ``choices``, ``constants``, ``advice`` (sentences), ``fusion`` and ``matches`` (lists that are
  never made).
- What values can do: ``sequences``, ``convert``, ``hash_tables``, ``tables``, ``sets``, ``containers``, ``operators``,
  ``comparisons``, ``dictionaries``, ``sorting``, ``iteration``, ``methods``, ``builtin_functions``, ``reductions``.
- What the source says: ``expressions``, ``conditions``, ``comprehensions``, ``statements``.
- Functions and their calls: ``compiler``. Modules before it reach it, and one another, by ``emitter.compiler``.

No module of this package imports Numba or LLVM, and the package itself imports none of its modules.
"""
