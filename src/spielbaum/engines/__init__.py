"""A pool of threads that search for many people at once: queued fairly, observable, stoppable, within limits.

Nothing here knows of HTTP.
"""

from spielbaum.engines.pool import EnginePool as EnginePool
from spielbaum.engines.pool import PoolLimits as PoolLimits
from spielbaum.engines.search_job import JobStatus as JobStatus
from spielbaum.engines.search_job import SearchJob as SearchJob
