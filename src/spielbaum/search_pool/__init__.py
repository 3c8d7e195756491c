"""Pools of workers that search for many clients at once, with fair queues, progress, stopping and limits.

It knows nothing of HTTP.
"""

from spielbaum.search_pool.job_pool import JobPool as JobPool
from spielbaum.search_pool.job_pool import PoolLimits as PoolLimits
from spielbaum.search_pool.job_pool import analyst as analyst
from spielbaum.search_pool.pool import SearchPool as SearchPool
from spielbaum.search_pool.search_job import ANSWER as ANSWER
from spielbaum.search_pool.search_job import BACKGROUND as BACKGROUND
from spielbaum.search_pool.search_job import JobStatus as JobStatus
from spielbaum.search_pool.search_job import SearchJob as SearchJob
